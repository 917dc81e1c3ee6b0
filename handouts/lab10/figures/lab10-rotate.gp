# Lab 10: a picture and the same picture turned by 30 degrees and scaled by 0.8, black border.
load '../../figures/style.gp'
set multiplot layout 1,2
set palette gray
set cbrange [0:255]
set size ratio -1
unset colorbox
unset tics
unset border
unset grid
set xrange [0:255]
set yrange [159:0]
set title 'source'
plot 'data/lab10-same.csv' matrix with image notitle
set title 'turned by 30 degrees, scaled by 0.8'
plot 'data/lab10-turned.csv' matrix with image notitle
unset multiplot
