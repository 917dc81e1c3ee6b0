// Labs 7 and 9: the weight of a linear read between two texels is a staircase of 256 steps.

function staircase(figure, unit) {
    const live = new Live(figure, 'The weight between two texels', draw);
    const zoom = live.choice('Show', [['8', '8 steps'], ['32', '32 steps'], ['256', 'the whole way from texel to texel']]);
    const distance = live.range('Distance from the left texel, in 256ths', { from: 0, to: 256, step: 0.05, value: 2.4, show: (v) => v.toFixed(2) });

    function draw() {
        const steps = Number(zoom.get()), tick = steps / 8;
        // Two texels 0 and 256 apart: what is read is the weight.
        unit.texture({ texels: [0, 256] });
        const weight = (v) => unit.sample(Math.fround(0.5 + v / 256));
        const first = Math.max(0, Math.min(256 - steps, Math.floor(distance.get() / steps) * steps));
        const axes = live.axes({
            x: [first, first + steps, tick], y: [first, first + steps, tick],
            xLabel: 'distance from the left texel, in 256ths of a texel', yLabel: 'weight of the right texel × 256',
        });
        live.axesNow = axes;
        live.add('line', { class: 'curve quiet', x1: axes.px(first), y1: axes.py(first), x2: axes.px(first + steps), y2: axes.py(first + steps) });
        live.curve(axes, weight, 'one');
        const at = distance.get(), value = weight(at);
        live.add('line', { class: 'cursor', x1: axes.px(at), x2: axes.px(at), y1: axes.top, y2: axes.bottom });
        live.add('circle', { class: 'point', cx: axes.px(at), cy: axes.py(value), r: 6 });
        const error = value - at;
        return `At ${at.toFixed(2)}/256 of the way the right texel weighs ${written(value)}/256, ${
            Math.abs(error) < 1e-6 ? 'exactly' : `${Math.abs(error).toFixed(2)}/256 too ${error > 0 ? 'much' : 'little'}`}.`;
    }

    live.drag((place) => distance.set(Math.max(0, Math.min(256, live.axesNow.x(place)))));
    return live;
}
