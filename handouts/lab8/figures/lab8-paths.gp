# Lab 8: bandwidth of three ways to read, by pattern, on a GPU.
load '../../figures/style.gp'
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.9
set ylabel 'GB/s, read and written'
set yrange [0:*]
set key top right
unset grid
set grid ytics linecolor rgb '#dddddd' linetype 1
data = 'data/lab8-paths-h200.csv'
row(way) = sprintf("< awk -F, '$2 == \"%s\" && $3 == \"device\" { print tolower($1) \",\" $4 }' %s", way, data)
plot row('TEXTURE') using 2:xtic(1) linecolor rgb '#0060a8' title 'tex1Dfetch', \
     row('LDG') using 2 linecolor rgb '#d05000' title '__ldg' noenhanced, \
     row('PLAIN') using 2 linecolor rgb '#208040' title 'plain load'
