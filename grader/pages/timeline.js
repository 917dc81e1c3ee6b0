/* A timeline: API calls by thread, kernels and copies by stream. Drag to zoom, double click for all of it; by the keyboard + and -
 * zoom, the arrows move, 0 shows all. What the mouse is over, or the keys [ and ] lead to, is told in words. */
for (const place of document.querySelectorAll('.timeline')) {
    const said = place.nextElementSibling;
    const { lanes, events } = JSON.parse(document.querySelector('#data').textContent);
    if (typeof uPlot === 'undefined' || events.length === 0) continue;
    const end = Math.max(...events.map(([, , start, time]) => start + time));
    const kinds = { api: 'axis', kernel: 'a', copy: 'b' };
    const unit = (us) => (us >= 1000 ? `${+(us / 1000).toPrecision(4)} ms` : us >= 1 ? `${+us.toPrecision(4)} us` : `${Math.round(us * 1000)} ns`);
    const tell = (event) => {
        said.textContent = event ? `${event[1]}: ${unit(event[3])}, from ${unit(event[2])} on, in ${lanes[event[0]]}` : '';
    };
    let chosen = -1;
    const rects = (plot) => {
        const { ctx } = plot;
        const { left, top, width, height } = plot.bbox;
        ctx.save();
        ctx.beginPath();
        ctx.rect(left, top, width, height);
        ctx.clip();
        const lane = height / lanes.length;
        events.forEach(([n, , start, time, kind], i) => {
            const from = plot.valToPos(start, 'x', true);
            const to = plot.valToPos(start + time, 'x', true);
            if (to < left || from > left + width) return;
            ctx.fillStyle = colour(i === chosen ? 'bad' : kinds[kind]);
            ctx.fillRect(from, top + (lanes.length - 1 - n) * lane + lane * 0.18, Math.max(to - from, devicePixelRatio), lane * 0.64);
        });
        ctx.restore();
    };
    const chart = keep(place, () => ({
        height: 70 + 34 * lanes.length,
        legend: { show: false },
        cursor: { drag: { x: true, y: false }, y: false, points: { show: false } },
        scales: { x: { time: false }, y: { range: [0, lanes.length] } },
        axes: [
            axis({ values: (_, ticks) => ticks.map((us) => unit(us)), space: 90 }),
            axis({ size: 120, splits: lanes.map((_, n) => n + 0.5), values: () => lanes.map((name) => (name.length > 16 ? `${name.slice(0, 15)}…` : name)), grid: { show: false } }),
        ],
        series: [{}, { paths: () => null, points: { show: false } }],
        hooks: {
            draw: [rects],
            setCursor: [(plot) => {
                const { left, top } = plot.cursor;
                if (left < 0) return;
                const n = lanes.length - 1 - Math.floor(top / (plot.over.clientHeight / lanes.length));
                const at = plot.posToVal(left, 'x');
                const slack = plot.posToVal(left + 2, 'x') - at;
                tell(events.find(([lane, , start, time]) => lane === n && at >= start - slack && at <= start + time + slack));
            }],
        },
    }), [[0, end], [0, 0]]);
    place.tabIndex = 0;
    place.setAttribute('role', 'application');
    place.addEventListener('keydown', (key) => {
        const plot = chart();
        let { min, max } = plot.scales.x;
        const width = max - min;
        if (key.key === '+' || key.key === '=') [min, max] = [min + width / 4, max - width / 4];
        else if (key.key === '-') [min, max] = [min - width / 2, max + width / 2];
        else if (key.key === 'ArrowLeft') [min, max] = [min - width / 5, max - width / 5];
        else if (key.key === 'ArrowRight') [min, max] = [min + width / 5, max + width / 5];
        else if (key.key === '0') [min, max] = [0, end];
        else if (key.key === '[' || key.key === ']') {
            chosen = (chosen + (key.key === ']' ? 1 : events.length - 1) + events.length) % events.length;
            tell(events[chosen]);
            plot.redraw(false);
            key.preventDefault();
            return;
        } else return;
        key.preventDefault();
        plot.setScale('x', { min: Math.max(min, 0), max: Math.min(max, end) });
    });
}
