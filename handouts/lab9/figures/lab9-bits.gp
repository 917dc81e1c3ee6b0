# Lab 9: the weight of a linear read is a staircase of 256 steps.
load '../../figures/style.gp'
set xlabel 'coordinate in a row of two texels, 0 and 1'
set ylabel 'what the texture unit gives'
set xrange [0.98:1.02]
set yrange [0.48:0.52]
plot 'data/lab9-bits.csv' skip 1 using 1:4 with lines linestyle 4 title 'full precision', \
     '' skip 1 using 1:2 with steps linestyle 1 title 'texture unit', \
     '' skip 1 using 1:3 every 7 with points linestyle 2 title 'emulation, eight bits behind the point'
