// Lab 8, step 3: what a texture read as normalised float makes of an element of 8 or 16 bits.

const ELEMENTS = {
    u8: { name: 'unsigned char', from: 0, to: 255 },
    s8: { name: 'signed char', from: -128, to: 127 },
    u16: { name: 'unsigned short', from: 0, to: 65535 },
    s16: { name: 'short', from: -32768, to: 32767 },
};

function promotion(figure, unit) {
    const live = new Live(figure, 'An element read as normalised float', draw);
    const type = live.choice('Type', Object.entries(ELEMENTS).map(([key, { name }]) => [key, name]));
    const value = live.range('Value', { from: 0, to: 255, step: 1, value: 200, show: (v) => written(v) });
    const exact = live.text('The same, typed', '200', { inputmode: 'numeric', size: 8 });
    type.control.addEventListener('input', () => {
        const { from, to } = ELEMENTS[type.get()];
        value.control.min = from;
        value.control.max = to;
        value.set(Math.max(from, Math.min(to, value.get())));
        exact.set(String(value.get()));
    });
    value.control.addEventListener('input', () => exact.set(String(value.get())));
    exact.control.addEventListener('input', () => {
        if (/^\s*-?\d+\s*$/.test(exact.get()))
            value.set(Number(exact.get()));
    });

    function promoted(v) {
        unit.texture({ shape: 'memory', format: type.get(), texels: [v], linear: false, normalizedRead: true });
        return unit.fetch(0);
    }

    function draw() {
        const { name, from, to } = ELEMENTS[type.get()], at = value.get();
        const axes = live.axes({
            x: [from, to, (to - from + 1) / 8], y: [from < 0 ? -1 : 0, 1, from < 0 ? 0.5 : 0.25], height: 280,
            xLabel: `element, ${name}`, yLabel: 'float', tick: (v) => written(Math.round(v)),
        });
        live.axesNow = axes;
        const points = [];
        for (let i = 0; i <= 256; i++) {
            const v = Math.round(from + (i / 256) * (to - from));
            points.push(`${axes.px(v).toFixed(1)},${axes.py(promoted(v)).toFixed(2)}`);
        }
        live.add('polyline', { class: 'curve one', points: points.join(' ') });
        const read = promoted(at);
        live.add('line', { class: 'cursor', x1: axes.px(at), x2: axes.px(at), y1: axes.top, y2: axes.bottom });
        live.add('circle', { class: 'point', cx: axes.px(at), cy: axes.py(read), r: 6 });
        const typed = exact.get().trim();
        const wrong = typed === String(at) ? '' : ` ("${typed}" is no ${name}.)`;
        const clamped = at === from && from < 0 ? `: one negative value too many, it is taken for ${written(from + 1)}` : '';
        return `${written(at)} of type ${name}${clamped}: ${written(at === from && from < 0 ? from + 1 : at)} / ${to} = ${written(read, 9)} (${bitsOf(read)}).${wrong}`;
    }

    live.drag((place) => {
        const { from, to } = ELEMENTS[type.get()];
        value.set(Math.max(from, Math.min(to, Math.round(live.axesNow.x(place)))));
        exact.set(String(value.get()));
    });
    return live;
}
