# Lab 7, step 8: how much faster the texture unit is as the work per vertex grows.
load 'style.gp'
set logscale x 2
set xlabel 'spheres per vertex (reads per thread)'
set ylabel 'time of software / time of hardware (NVIDIA H200)'
set xrange [0.9:300]
set yrange [0:*]
plot 1 with lines linestyle 4 title 'equally fast', \
     'data/lab7-compare-h200.csv' skip 1 using ($1 == 32 && $2 != 16 || $1 == 32 && $0 > 4 ? $2 : NaN):10 with linespoints linestyle 1 title 'grid of 32^3 nodes'
