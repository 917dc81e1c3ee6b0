# Lab 7, step 8: the error of both integrals as the grid refines.
load '../../figures/style.gp'
set logscale xy
set xlabel 'nodes along an axis of the grid'
set ylabel '|computed − exact|'
set xrange [7:150]
set xtics (8, 16, 32, 64, 128)
set format y '10^{%L}'
set key top right
refined(size, radii, error) = radii == 16 && error > 0 ? error : NaN
plot 'data/lab7-compare-cpu.csv' skip 1 using 1:(refined($1, $2, $7)) with linespoints linestyle 2 title 'software interpolation', \
     '' skip 1 using 1:(refined($1, $2, $6)) with linespoints linestyle 1 title 'texture unit', \
     0.5 / x**2 with lines linestyle 4 title '∝ 1 / size^2, as a single value improves'
