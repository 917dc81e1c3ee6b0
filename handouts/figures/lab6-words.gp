# Lab 6: what a read costs as the threads of a warp spread over more words. The counts are the CPU
# device's, the times a GPU's, when data/lab6-words-h200.csv is there.
load 'style.gp'
gpu = system("test -f data/lab6-words-h200.csv && echo yes") eq 'yes'
set logscale xy 2
set xlabel 'different words that a warp asks for at each read'
set ylabel 'relative to one word'
set xrange [0.9:36]
set yrange [0.8:128]
counts = 'data/lab6-words-cpu.csv'
if (gpu) {
    stats 'data/lab6-words-h200.csv' skip 1 using 2 every ::0::0 nooutput name 'ONE'
    plot counts skip 1 using 1:3 with linespoints linestyle 4 pointtype 6 title 'words delivered per request (counted)', \
         'data/lab6-words-h200.csv' skip 1 using 1:($2 / ONE_min) with linespoints linestyle 1 title 'time of the kernel, NVIDIA H200'
} else {
    plot counts skip 1 using 1:3 with linespoints linestyle 1 title 'words delivered per request (counted by the CPU device)'
}
