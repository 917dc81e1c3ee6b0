// Lab 9: the four weights of a read between four texels.

function twoDimensions(figure, unit) {
    const live = new Live(figure, 'A read between four texels', draw);
    const options = (value) => ({ from: 0, to: 255, step: 1, value, show: (v) => `${v}/256` });
    const a = live.range('a, along x', options(100));
    const b = live.range('b, along y', options(60));
    let box;

    // What the unit itself gives for texel k: a picture of two by two texels, of which one is 1.
    function read(k) {
        unit.texture({ shape: 'picture', texels: [0, 1, 2, 3].map((i) => +(i === k)), width: 2, height: 2 });
        return unit.sample(Math.fround(0.5 + a.get() / 256), Math.fround(0.5 + b.get() / 256)) * 256;
    }

    function draw() {
        const side = Math.min(250, live.width - 190);
        live.size(side + 84);
        box = { left: (live.width - side) / 2, top: 42, side };
        const weights = unit.weights(a.get(), b.get()), sampled = [0, 1, 2, 3].map(read);
        const fa = a.get() / 256, fb = b.get() / 256;
        const products = [(1 - fa) * (1 - fb), fa * (1 - fb), (1 - fa) * fb, fa * fb].map((w) => 256 * w);
        live.add('rect', { class: 'inside', x: box.left, y: box.top, width: side, height: side });
        const [cx, cy] = [box.left + fa * side, box.top + fb * side];
        live.add('line', { class: 'cursor', x1: cx, x2: cx, y1: box.top, y2: box.top + side });
        live.add('line', { class: 'cursor', x1: box.left, x2: box.left + side, y1: cy, y2: cy });
        ['00', '10', '01', '11'].forEach((name, k) => {
            const [right, low] = [k & 1, k >> 1];
            const [px, py] = [box.left + right * side, box.top + low * side];
            live.add('circle', { class: 'texel', cx: px, cy: py, r: 3 + Math.sqrt(weights[k]) * 0.75 });
            live.add('text', { class: 'digit', x: px + (right ? 16 : -16), y: py + (low ? 26 : -20), 'text-anchor': right ? 'start' : 'end' }, `w${name} = ${weights[k]}`);
        });
        live.add('circle', { class: 'point', cx, cy, r: 6 });
        const agree = weights.every((w, k) => w === sampled[k]);
        const off = weights.map((w, k) => w - products[k]);
        const worst = off.reduce((most, d) => (Math.abs(d) > Math.abs(most) ? d : most), 0);
        return `Weights in 256ths: ${weights.join(', ')}; together ${weights.reduce((s, w) => s + w)}. ${
            agree ? 'A read of four unit texels gives the same.' : `A read of four unit texels gives ${sampled.join(', ')}.`} The products would be ${
            products.map((p) => p.toFixed(3)).join(', ')}: the unit is up to ${Math.abs(worst).toFixed(3)}/256 away.`;
    }

    live.drag((x, y) => {
        const within = (v) => Math.max(0, Math.min(255, Math.round(v * 256)));
        a.set(within((x - box.left) / box.side));
        b.set(within((y - box.top) / box.side));
    });
    return live;
}
