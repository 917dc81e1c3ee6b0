# Lab 10: a picture read at its pixels' centres, and at their corners.
load '../../figures/style.gp'
set multiplot layout 1,2
set palette gray
set cbrange [0:255]
set size ratio -1
unset colorbox
unset tics
unset border
unset grid
set yrange [40:0]
set xrange [-1:70]
set title 'read at (i + 0.5) / width: the picture'
plot 'data/lab10-same.csv' matrix with image notitle
set title 'read at i / width: a mixture of four pixels'
plot 'data/lab10-corner.csv' matrix with image notitle
unset multiplot
