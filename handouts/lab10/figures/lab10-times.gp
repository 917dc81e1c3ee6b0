# Lab 10: time of each version relative to the first of its kind, on a GPU.
load '../../figures/style.gp'
set style data histograms
set style fill solid 0.9
set boxwidth 0.7
set ylabel 'time relative to the first of its kind'
set yrange [0:*]
set key off
set xtics font ',11' noenhanced
plot 'data/lab10-h200.csv' skip 1 using 4:xtic(1) linecolor rgb '#0060a8'
