# Lab 6: the lecture's two kernels, and the one without the replay, from the lecture's size upwards.
load 'style.gp'
set logscale x 2
set logscale y 2
set format x '2^{%L}'
set xlabel 'elements'
set ylabel 'time of a launch, µs (NVIDIA H200)'
set arrow 1 from 1024, graph 0 to 1024, graph 0.6 nohead linestyle 4
set label 1 "the lecture's size" at 1150, graph 0.56
plot 'data/lab6-sizes-h200.csv' skip 1 using 1:2 with linespoints linestyle 2 title 'constant memory, c[i % 4]', \
     '' skip 1 using 1:3 with linespoints linestyle 3 title 'global memory, c[i % 4]', \
     '' skip 1 using 1:4 with linespoints linestyle 1 title 'constant memory, one word a warp'
