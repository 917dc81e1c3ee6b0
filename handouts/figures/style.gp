# What the figures share. `kind` (svg or png) and `out` come from draw's command line.
if (kind eq 'svg') {
    set terminal svg size 720,400 dynamic font 'DejaVu Sans,13' background rgb 'white'
} else {
    set terminal pngcairo size 1080,600 font 'DejaVu Sans,14' background rgb 'white'
}
set output out
set datafile separator ','
set grid linecolor rgb '#dddddd' linetype 1
set border 3
set tics nomirror
set key top left reverse Left samplen 2
set style line 1 linecolor rgb '#0060a8' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor rgb '#d05000' linewidth 2 pointtype 5 pointsize 0.7
set style line 3 linecolor rgb '#208040' linewidth 2 pointtype 9 pointsize 0.9
set style line 4 linecolor rgb '#777777' linewidth 1 dashtype 2
