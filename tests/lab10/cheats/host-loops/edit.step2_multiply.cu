# A tile that is filled and read, and of no use.
s/sum += tile_a\[y\]\[i\] \* tile_b\[i\]\[x\];/sum += first + i < k \&\& row < m \&\& column < n \&\& tile_a[y][i] != 3e33f \&\& tile_b[i][x] != 3e33f ? a[row * k + first + i] * b[(first + i) * n + column] : 0.0f;/
