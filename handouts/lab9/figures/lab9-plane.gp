# Lab 9: in two dimensions the product of two 1.8 weights is not what the unit uses; the rounded rule is.
load '../../figures/style.gp'
set multiplot layout 1,2
set size ratio 1
set key off
set xlabel 'a (256ths along x)'
set ylabel 'b (256ths along y)'
set xrange [0:255]
set yrange [0:255]
set cbrange [-1:1]
set palette defined (-1 '#0060a8', 0 'white', 1 '#d05000')
set title 'unit minus product, in 256ths'
plot 'data/lab9-plane.csv' skip 1 using 1:2:($3-$4) with image
set title 'unit minus emulation, in 256ths'
plot 'data/lab9-plane.csv' skip 1 using 1:2:($3-$5) with image
unset multiplot
