# Lab 7: a linear texture read at x and at x + 0.5.
load '../../figures/style.gp'
set xlabel 'x, counted in nodes: node i is at x = i'
set ylabel 'value'
set xrange [-0.2:7.2]
set yrange [0:8.5]
plot 'data/lab7-half-texel.csv' skip 1 using 1:3 with lines linestyle 2 title 'tex1D(x): half a texel to the right', \
     '' skip 1 using 1:4 with lines linestyle 1 title 'tex1D(x + 0.5f): through the nodes', \
     '' skip 1 using 1:2 with points linestyle 3 pointsize 1.3 title 'values at the nodes'
