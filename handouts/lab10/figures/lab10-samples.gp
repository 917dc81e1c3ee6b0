# Lab 10, step 4: how much faster the texture unit turns a picture as a pixel takes more samples.
load '../../figures/style.gp'
set logscale x 2
set xlabel 'samples a pixel'
set ylabel 'time of software / time of hardware (NVIDIA H200)'
set xrange [0.9:70]
set yrange [0:*]
plot 1 with lines linestyle 4 title 'equally fast', \
     'data/lab10-samples-h200.csv' skip 1 using 1:4 with linespoints linestyle 1 title '2048 x 2048 pixels'
