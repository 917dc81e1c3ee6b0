# Lab 7: the weight of the right-hand texel, exact and as the texture unit applies it.
load '../../figures/style.gp'
set xlabel 'distance from the left texel, in units of 1/256 texel'
set ylabel 'weight of the right texel × 256'
set xrange [0:8]
set yrange [0:8.5]
plot 'data/lab7-weights.csv' skip 1 using 2:2 with lines linestyle 4 linewidth 2 title 'exact', \
     '' skip 1 using 2:3 with lines linestyle 1 title 'texture unit: multiples of 1/256, ties upwards'
