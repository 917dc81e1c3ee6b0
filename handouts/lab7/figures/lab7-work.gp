# Lab 7, step 8: how much faster the texture unit is as the work per vertex grows. The last five rows of the lab's own
# table; with lab7-work-h200.csv (measure-gpu.sh), more spheres and a grid of 320^3 nodes too.
load '../../figures/style.gp'
more = system("test -f data/lab7-work-h200.csv && echo yes") eq 'yes'
set logscale x 2
set xlabel 'spheres per vertex (reads per thread)'
set ylabel 'time of software / time of hardware (NVIDIA H200)'
set yrange [0:*]
if (more) {
    set xrange [0.9:5000]
    plot 1 with lines linestyle 4 title 'equally fast', \
         'data/lab7-work-h200.csv' skip 1 using ($1 == 32 ? $2 : NaN):5 with linespoints linestyle 1 title 'grid of 32^3 nodes', \
         '' skip 1 using ($1 == 320 ? $2 : NaN):5 with linespoints linestyle 2 title 'grid of 320^3 nodes'
} else {
    set xrange [0.9:300]
    plot 1 with lines linestyle 4 title 'equally fast', \
         'data/lab7-compare-h200.csv' skip 1 using ($1 == 32 && $0 > 4 ? $2 : NaN):10 with linespoints linestyle 1 title 'grid of 32^3 nodes'
}
