# The numbers of figures/data in this page (handouts/numbers, whose numbers.jq comes before this).
def spheres($size; $radii): row("lab7-work-h200"; .size == $size and .radii == $radii);

written([
    {phrase: "the integral moves by # (CPU device)",
     values: [row("lab7-half-cpu"; .exact == 1).difference | significant(2)]},
    {phrase: "the hardware is # times as fast as the software, with 256 spheres # times, with 4096 spheres # times",
     values: [(spheres(32; 1, 256, 4096).ratio | fixed(2))]},
    {phrase: "a launch of # µs is hardly longer", values: [spheres(32; 1).hardware_ms * 1000 | fixed(1)]},
    {phrase: "it is # times with one sphere, # with 64 and # with 4096",
     values: [(spheres(320; 1, 64, 4096).ratio | fixed(2))]}
])
