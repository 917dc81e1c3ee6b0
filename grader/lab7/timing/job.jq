# Fills what a timing job of lab 7 leaves to it: a buffer with `sphere` gets the vertices of that sphere,
# x, y, z of each node of the spherical grid (lab7.h, step 2).
def sphere:
  .coef as $coef | .radius as $radius
  | [range(2 * $coef) as $i | range($coef) as $j
     | ($i * 3.141592653589793 / $coef) as $phi
     | (($j + 0.5) * 3.141592653589793 / $coef) as $psi
     | $radius * ($psi | sin) * ($phi | cos), $radius * ($psi | sin) * ($phi | sin),
       $radius * ($psi | cos)];

.buffers |= map(if .sphere then .values = (.sphere | sphere) | del(.sphere) else . end)
