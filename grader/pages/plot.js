/* What the charts share: the page's colours, which follow light and dark, and a chart that is drawn anew when these or the width
 * change. uPlot is there where it was installed; without it the tables below stand for the charts. */
'use strict';

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/* keep(place, options, data): a uPlot in `place`, as wide as it is; options: a function, for colours are asked anew. */
function keep(place, options, data) {
    let chart = null;
    place.classList.add('drawn');
    const draw = () => {
        chart?.destroy();
        chart = new uPlot({ width: Math.max(place.clientWidth - 28, 200), height: 260, ...options() }, data, place);
    };
    draw();
    let width = place.clientWidth;
    new ResizeObserver(() => {
        if (place.clientWidth !== width) {
            width = place.clientWidth;
            draw();
        }
    }).observe(place);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
    return () => chart;
}

const axis = (more) => ({ stroke: colour('soft'), grid: { stroke: colour('line') }, ticks: { stroke: colour('line') }, ...more });
