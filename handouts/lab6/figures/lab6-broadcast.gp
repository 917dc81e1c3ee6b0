# Lab 6: which words of constant memory the 32 threads of a warp ask for in one read.
load '../../figures/style.gp'
set multiplot layout 3,1 margins 0.20,0.98,0.06,0.94 spacing 0,0.09
unset grid
unset border
unset tics
unset key
set xrange [-1:32]
set yrange [-0.2:1.6]
set style arrow 1 nohead linecolor rgb '#0060a8' linewidth 1.2
set samples 32
place(lane, n) = 15.5 + (int(lane) % n - (n - 1) / 2.0) * (n < 32 ? 3 : 1)
do for [n in '1 4 32'] {
    count = int(n)
    unset label
    set label 1 'threads' at screen 0.185, first 1 right
    set label 2 'words' at screen 0.185, first 0 right
    set label 3 (count == 1 ? 'c[k]' : count == 4 ? 'c[i % 4]' : 'c[(k + i) % 256]') at screen 0.01, first 0.5 left font ',14'
    set label 4 (count == 1 ? '1 word: 1 turn, broadcast to all' : count == 4 ? '4 words: 4 turns' : '32 words: 32 turns') at 15.5, first 1.42 center
    plot [lane=0:31] '+' using 1:(1):(place($1, count) - $1):(-1) with vectors arrowstyle 1, \
         '+' using 1:(1) with points pointtype 7 pointsize 0.8 linecolor rgb '#333333', \
         '+' using (place($1, count)):(0) with points pointtype 5 pointsize 1.1 linecolor rgb '#d05000'
}
unset multiplot
