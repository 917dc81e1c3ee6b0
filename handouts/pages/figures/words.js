// Lab 6: how many words a warp asks for at once, for any index.

const INDICES = ['k', 'i % 4', '(k + i) % 256', 'i / 32 % 4', 'blockIdx.x', 'i % 32 * 2'];

/** The index of each thread of a warp; throws what compiled() throws. */
function indicesOf(text, { block, warp, size, k }) {
    const index = compiled(text);
    return Array.from({ length: Math.min(32, size - 32 * warp) }, (_, lane) => {
        const thread = 32 * warp + lane;
        return index({ i: block * size + thread, k, n: 1024, 'threadIdx.x': thread, 'blockIdx.x': block, 'blockDim.x': size, warpSize: 32 });
    });
}

function words(figure) {
    const live = new Live(figure, 'The words that a warp asks for', draw);
    const index = live.text('c[ … ], an index in C', 'i % 4', { size: 22 });
    const ready = live.choice('Or one of these', [['', '…'], ...INDICES.map((text) => [text, `c[${text}]`])]);
    ready.control.addEventListener('change', () => {
        if (ready.get())
            index.set(ready.get());
    });
    const k = live.range('k, the turn of the loop', { from: 0, to: 255, step: 1, value: 0 });
    const block = live.range('blockIdx.x', { from: 0, to: 7, step: 1, value: 0 });
    const warp = live.range('Warp of the block (128 threads)', { from: 0, to: 3, step: 1, value: 0 });

    function draw() {
        live.size(200);
        let asked;
        try {
            asked = indicesOf(index.get(), { block: block.get(), warp: warp.get(), size: 128, k: k.get() });
        } catch (error) {
            live.add('text', { class: 'axis', x: 12, y: 100 }, 'no index');
            return `This is no index: ${error.message}.`;
        }
        const different = [...new Set(asked)].sort((p, q) => p - q), step = (live.width - 24) / 32;
        const thread = (lane) => 12 + (lane + 0.5) * step;
        const spread = Math.min(step * 3, (live.width - 24) / different.length);
        const word = (w) => live.width / 2 + (different.indexOf(w) - (different.length - 1) / 2) * spread;
        live.add('text', { class: 'axis', x: 12, y: 18 }, 'threads');
        live.add('text', { class: 'axis', x: 12, y: 186 }, 'words');
        asked.forEach((w, lane) => live.add('line', { class: 'asks', x1: thread(lane), y1: 36, x2: word(w), y2: 140 }));
        asked.forEach((_, lane) => live.add('circle', { class: 'thread', cx: thread(lane), cy: 34, r: Math.min(4, step / 3) }));
        const size = Math.min(12, spread - 1);
        different.forEach((w) => live.add('rect', { class: 'word', x: word(w) - size / 2, y: 140, width: size, height: 12 }));
        if (spread > 22)
            different.forEach((w) => live.add('text', { class: 'tick', x: word(w), y: 168, 'text-anchor': 'middle' }, written(w)));
        const shown = different.slice(0, 8).map((w) => written(w)).join(', ') + (different.length > 8 ? ' …' : '');
        const sectors = new Set(asked.map((w) => Math.floor(w / 8))).size;
        return `c[${index.get().trim()}]: ${different.length === 1 ? 'one word, one turn: a broadcast' : `${different.length} different words, ${different.length} turns`}. Words ${
            shown}. In global memory the same read would take ${sectors === 1 ? 'one sector' : `${sectors} sectors`} of 32 bytes.`;
    }
    return live;
}
