# Lab 8, step 3: what a texture read as normalised float makes of an element of eight bits.
load '../../figures/style.gp'
set xlabel 'element, as a number'
set ylabel 'float'
set xrange [-130:257]
set yrange [-1.1:1.1]
set key top left
set label 1 '-128 is -1 like -127' at -122, -0.8 left
plot 0 with lines linestyle 4 notitle, \
     'data/lab8-promotion.csv' skip 1 using 1:2 with lines linestyle 1 title 'unsigned char: c / 255', \
     '' skip 1 using 3:4 with lines linestyle 2 title 'signed char: c / 127'
