# Lab 6: the lecture's two kernels, and the one without the replay, from the lecture's size upwards.
load '../../figures/style.gp'
data = 'data/lab6-sizes-h200.csv'
set logscale x 2
set logscale y 2
set format x '2^{%L}'
set xlabel 'elements'
set ylabel 'time of a launch, µs (NVIDIA H200)'
set arrow 1 from 1024, graph 0 to 1024, graph 0.6 nohead linestyle 4
set label 1 "the lecture's size" at 1150, graph 0.56
plot data skip 1 using 1:(strcol(2) eq 'constant' ? $3 : 1 / 0) with points linestyle 2 pointsize 1.3 title 'constant memory, c[i % 4]', \
     data skip 1 using 1:(strcol(2) eq 'global' ? $3 : 1 / 0) with points linestyle 3 title 'global memory, c[i % 4]', \
     data skip 1 using 1:(strcol(2) eq 'one word' ? $3 : 1 / 0) with points linestyle 1 pointsize 0.5 title 'constant memory, one word a warp'
