// Lab 9, step 4: a coordinate becomes a texel and a weight of eight bits behind the point.

function bits(figure, unit) {
    const live = new Live(figure, 'A coordinate in the unit', draw);
    const values = Array.from({ length: 10 }, (_, i) => Math.fround(i / 10));
    const x = live.text('Coordinate x in a row of texels 0.0, 0.1 .. 0.9', '1.6', { inputmode: 'decimal', size: 14 });
    const nudge = live.range('The same, by 1/1024', { from: 0, to: 10, step: 1 / 1024, value: 1.6, show: (v) => written(v, 7) });
    nudge.control.addEventListener('input', () => x.set(String(nudge.get())));
    x.control.addEventListener('input', () => {
        if (Number.isFinite(Number(x.get())))
            nudge.set(Number(x.get()));
    });

    const binary = (n, digits) => n.toString(2).padStart(digits, '0');
    function cells(top, label, texts, kind) {
        const width = Math.min(30, (live.width - 24) / 16), left = 12;
        live.add('text', { class: 'axis', x: left, y: top - 6 }, label);
        texts.forEach(([text, of], i) => {
            live.add('rect', { class: `cell ${of}`, x: left + i * width, y: top, width: width - 2, height: 28 });
            live.add('text', { class: `digit ${kind}`, x: left + i * width + width / 2 - 1, y: top + 20, 'text-anchor': 'middle' }, text);
        });
    }

    function draw() {
        const given = Number(x.get().replace(',', '.').replace(/f$/i, ''));
        live.size(190);
        if (x.get().trim() === '' || !Number.isFinite(given) || given < 0 || given > 10) {
            live.add('text', { class: 'axis', x: 12, y: 90 }, 'no coordinate from 0 to 10');
            return 'Give a number from 0 to 10, for example 1.6.';
        }
        unit.texture({ texels: values });
        const coordinate = Math.fround(given), fine = 256 * coordinate - 128, place = unit.place(coordinate);
        const left = place >> 8, weight = place & 255, read = unit.sample(coordinate);
        // As many bits as fit: four before the point, twelve behind, of which the unit keeps eight.
        const before = Math.max(0, Math.floor(fine / 256)), sixteenths = Math.floor(Math.max(0, fine) * 16) & 4095;
        const exact = binary(before, 4) + binary(sixteenths, 12);
        const kept = binary(Math.max(0, left), 4) + binary(weight, 8);
        cells(34, 'x − 1/2: four bits before the point, twelve behind it', [...exact].map((bit, i) => [bit, i < 4 ? 'whole' : i < 12 ? 'part' : 'lost']), 'plain');
        cells(104, 'what the unit keeps, rounded: texel and weight', [...kept].map((bit, i) => [bit, i < 4 ? 'whole' : 'part']), 'plain');
        live.add('text', { class: 'axis', x: 12, y: 164 }, `texel ${written(left)}, weight ${weight}/256`);
        const inside = Math.max(0, Math.min(9, coordinate - 0.5)), i = Math.min(8, Math.floor(inside));
        const expected = Math.fround(values[i] + (inside - i) * (values[i + 1] - values[i]));
        return `256 (x − 1/2) = ${written(fine, 8)}, rounded ${place}: texel ${written(left)}, weight ${weight}/256. The read gives ${
            written(read, 7)} (${bitsOf(read)}), full precision ${written(expected, 7)} (${bitsOf(expected)}); difference ${written(read - expected, 3)}.`;
    }
    return live;
}
