# Lab 6: what a read costs as the threads of a warp spread over more words: time of a launch on a GPU. The words
# a request are the CPU device's counts.
load '../../figures/style.gp'
times = 'data/lab6-words-h200.csv'
counts = 'data/lab6-words-cpu.csv'
set logscale xy 2
set xlabel 'different words that a warp asks for at each read'
set ylabel 'time of a launch, µs (NVIDIA H200)'
set xrange [0.9:36]
set yrange [16:4096]
# What each word costs, from 32 of them.
stats times skip 1 using (strcol(2) eq 'computed' && $1 == 32 ? $3 / 32 : 1 / 0) nooutput name 'WORD'
plot counts skip 1 using 1:($3 * WORD_mean) with lines linestyle 4 title 'in proportion to the words a request (counted)', \
     times skip 1 using 1:(strcol(2) eq 'computed' ? $3 : 1 / 0) with linespoints linestyle 1 title 'index computed by each thread', \
     times skip 1 using 1:(strcol(2) eq 'known' ? $3 : 1 / 0) with points linestyle 2 pointsize 1.4 title 'index known to the compiler'
