/* The class page: the table sorts by its heads and shows what the filters leave; charts of the timing ratios. */
{
    const body = document.querySelector('#all tbody');
    const rows = [...body.rows];
    const heads = [...document.querySelectorAll('#all thead th')];

    const key = (row, column, kind) => {
        const cell = row.cells[column];
        if (kind === 't') return cell.textContent;
        return cell.dataset.v === undefined ? -Infinity : Number(cell.dataset.v);
    };
    const collator = new Intl.Collator('en', { numeric: true });
    heads.forEach((head, column) => head.firstElementChild.addEventListener('click', () => {
        const kind = head.firstElementChild.dataset.kind;
        // Names from a to z first, numbers from the largest.
        const before = head.getAttribute('aria-sort');
        const order = before ? (before === 'ascending' ? 'descending' : 'ascending') : kind === 't' ? 'ascending' : 'descending';
        heads.forEach((other) => other.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', order);
        const keyed = rows.map((row) => [key(row, column, kind), row]);
        const sign = order === 'ascending' ? 1 : -1;
        keyed.sort(([a], [b]) => sign * (kind === 't' ? collator.compare(a, b) : a === b ? 0 : a < b ? -1 : 1));
        body.append(...keyed.map(([, row]) => row));
    }));

    const form = document.querySelector('.filters'); // a fieldset: nothing is sent anywhere
    const filter = () => {
        const name = document.querySelector('#name').value.trim().toLowerCase();
        const step = document.querySelector('#step').value;
        const mistake = document.querySelector('#mistake').value;
        const flags = [...form.querySelectorAll('[data-flag]:checked')].map((box) => box.dataset.flag);
        let shown = 0;
        for (const row of rows) {
            const has = (list, word) => row.dataset[list].split(' ').includes(word);
            row.hidden = !(row.cells[0].textContent.toLowerCase().includes(name) && (!step || has('steps', step))
                && (!mistake || has('mistakes', mistake)) && flags.every((flag) => has('flags', flag)));
            shown += !row.hidden;
        }
        document.querySelector('#count').textContent = `${shown} of ${rows.length} submissions`;
    };
    form.addEventListener('input', filter);
    document.querySelector('#reset').addEventListener('click', () => {
        for (const field of form.querySelectorAll('input, select')) {
            field.value = field.type === 'checkbox' ? field.value : '';
            field.checked = false;
        }
        filter();
    });

    const { times } = JSON.parse(document.querySelector('#data').textContent);
    for (const place of document.querySelectorAll('.chart')) {
        if (typeof uPlot === 'undefined') {
            place.nextElementSibling.open = true;
            continue;
        }
        const test = times[place.dataset.times];
        const data = [test.rows.map((_, i) => i + 1), test.rows.map((row) => row[1]), test.rows.map(() => test.threshold)];
        const shape = (plot) => { // intervals
            const { ctx } = plot;
            ctx.save();
            ctx.strokeStyle = colour('a');
            ctx.lineWidth = devicePixelRatio;
            ctx.beginPath();
            test.rows.forEach((row, i) => {
                if (!row[2]) return;
                const x = plot.valToPos(i + 1, 'x', true);
                ctx.moveTo(x, plot.valToPos(row[2][0], 'y', true));
                ctx.lineTo(x, plot.valToPos(row[2][1], 'y', true));
            });
            ctx.stroke();
            ctx.restore();
        };
        keep(place, () => ({
            cursor: { drag: { x: true, y: false } },
            scales: { x: { time: false, range: [0, test.rows.length + 1] }, y: { range: (_, low, high) => [Math.min(low, 1) * 0.95, high * 1.05] } },
            axes: [axis({ label: 'submissions, by ratio', labelSize: 20, size: 34 }), axis({ size: 50 })],
            series: [
                { label: 'submission', value: (_, x) => (x == null ? '' : test.rows[x - 1]?.[0] ?? '') },
                { label: 'ratio', paths: () => null, points: { show: true, size: 7, fill: colour('a'), stroke: colour('card') }, value: (_, y) => y ?? '' },
                { label: 'threshold', stroke: colour('bad'), dash: [6, 4], points: { show: false } },
            ],
            hooks: { draw: [shape] },
        }), data);
    }
}
