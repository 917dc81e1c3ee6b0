// Lab 7: a row of eight texels read with and without the half texel, by filter, address mode and coordinates.

const NODES = [1, 3, 2, 5, 6, 4, 4.5, 2];

function oneDimension(figure, unit) {
    const live = new Live(figure, 'A row of eight texels, read at x', draw);
    const count = NODES.length;
    const x = live.range('x, counted in nodes', { from: -3, to: 10, step: 1 / 64, value: 2.25 });
    const half = live.check('read at x + 0.5', true);
    const filter = live.choice('Filter', [['linear', 'linear'], ['point', 'point']]);
    const address = live.choice('Outside', [['clamp', 'clamp'], ['border', 'border (0)'], ['wrap', 'wrap'], ['mirror', 'mirror']]);
    const coordinates = live.choice('Coordinates', [['texels', 'count texels'], ['normalised', 'normalised, 0 to 1']]);

    function draw() {
        const normalized = coordinates.get() === 'normalised', linear = filter.get() === 'linear', mode = address.get();
        unit.texture({ texels: NODES, linear, normalized, address: mode });
        const place = (v) => v + (half.get() ? 0.5 : 0);
        const coordinate = (v) => Math.fround(normalized ? place(v) / count : place(v));
        const read = (v) => unit.sample(coordinate(v));
        const axes = live.axes({ x: [-3, 10, 1], y: [0, 7, 1], xLabel: 'x, counted in nodes: node i is at x = i', yLabel: 'value' });
        live.axesNow = axes;
        live.add('rect', { class: 'inside', x: axes.px(-0.5), y: axes.top, width: axes.px(count - 0.5) - axes.px(-0.5), height: axes.bottom - axes.top });
        live.curve(axes, read, 'one');
        NODES.forEach((v, i) => live.add('path', { class: 'node', d: `M${axes.px(i) - 6} ${axes.py(v) + 5}h12l-6-11z` }));
        const at = x.get(), value = read(at);
        live.add('line', { class: 'cursor', x1: axes.px(at), x2: axes.px(at), y1: axes.top, y2: axes.bottom });
        live.add('circle', { class: 'point', cx: axes.px(at), cy: axes.py(value), r: 6 });
        return `tex1D at ${written(coordinate(at), 7)} gives ${written(value, 7)}: ${mixture(coordinate(at), linear, normalized)}${honoured(mode, normalized)}`;
    }

    function mixture(coordinate, linear, normalized) {
        if (!linear) {
            const texel = unit.texel(coordinate);
            return texel < 0 ? 'the border.' : `texel ${texel}.`;
        }
        const place = unit.place(coordinate), left = place >> 8, weight = place & 255;
        const outside = left < 0 || left + (weight > 0) > count - 1 ? ', of which the address mode says what they are' : '';
        return weight === 0 ? `texel ${written(left)}, at its centre${outside.replace('they are', 'it is')}.`
            : `texels ${written(left)} and ${written(left + 1)}, with weights ${256 - weight}/256 and ${weight}/256${outside}.`;
    }

    function honoured(mode, normalized) {
        return !normalized && (mode === 'wrap' || mode === 'mirror')
            ? ` ${mode === 'wrap' ? 'Wrap' : 'Mirror'} acts as clamp here: coordinates count texels.` : '';
    }

    live.drag((place) => x.set(live.axesNow.x(place)));
    return live;
}
