// What the figures that answer share: controls, a drawing, a sentence that says what it shows.

const SVG = 'http://www.w3.org/2000/svg';

function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
        made.setAttribute(key, value);
    made.append(...children);
    return made;
}

function shape(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes))
        made.setAttribute(key, value);
    if (text !== undefined)
        made.textContent = text;
    return made;
}

/** A number as C's %.6g writes it, with a true minus sign. */
function written(value, digits = 6) {
    if (!Number.isFinite(value))
        return String(value).replace('-', '−');
    const text = String(Number(value.toPrecision(digits)));
    return text.replace('-', '−');
}

/** The bits of a float32, in hexadecimal. */
function bitsOf(value) {
    return new Uint32Array(Float32Array.of(value).buffer)[0].toString(16).toUpperCase().padStart(8, '0');
}

/** A figure's live part. draw() is called whenever a control changes and when there is more or less room. */
class Live {
    constructor(figure, name, draw) {
        this.id = figure.id;
        this.name = name;
        this.controls = element('div', { class: 'controls' });
        this.drawing = element('div', { class: 'drawing' });
        this.says = element('p', { class: 'says', role: 'status' });
        this.part = element('div', { class: 'live' }, this.drawing, this.controls, this.says);
        this.part.hidden = true;
        figure.insertBefore(this.part, figure.querySelector('figcaption'));
        this.draw = () => {
            this.start();
            this.says.replaceChildren(...[draw(this)].flat());
            this.svg.setAttribute('aria-label', `${this.name}. ${this.says.textContent}`);
        };
    }

    /** caption: what this is, which the drawing's own caption does not say. */
    show(figure, caption) {
        this.part.hidden = false;
        figure.querySelector('figcaption').textContent = caption;
        figure.classList.add('answers');
        new ResizeObserver(() => {
            if (this.width !== this.room())
                this.draw();
        }).observe(this.part);
        this.draw();
    }

    room() {
        return Math.max(280, Math.min(736, Math.round(this.part.clientWidth)));
    }

    start() {
        this.width = this.room();
        if (!this.svg) {
            this.svg = shape('svg', { role: 'img' });
            this.drawing.append(this.svg);
        }
        this.svg.replaceChildren();
    }

    /** Empties the drawing and gives it a height; its width is what room there is. */
    size(height) {
        this.height = height;
        this.svg.setAttribute('viewBox', `0 0 ${this.width} ${height}`);
    }

    add(name, attributes, text) {
        const made = shape(name, attributes, text);
        this.svg.append(made);
        return made;
    }

    labelled(label, control, shown) {
        control.id = `${this.id}-${this.controls.childElementCount}`;
        const name = element('label', { for: control.id }, label);
        this.controls.append(element('div', { class: 'control' }, name, control, ...(shown ? [shown] : [])));
        control.addEventListener('input', this.draw);
        return control;
    }

    range(label, { from, to, step, value, show = (v) => written(v) }) {
        const shown = element('output', {});
        const control = this.labelled(label, element('input', { type: 'range', min: from, max: to, step, value }), shown);
        const update = () => {
            shown.textContent = show(Number(control.value));
            control.setAttribute('aria-valuetext', shown.textContent);
        };
        control.addEventListener('input', update);
        update();
        return {
            control,
            get: () => Number(control.value),
            set: (v) => {
                control.value = v;
                update();
                this.draw();
            },
        };
    }

    choice(label, options) {
        const control = this.labelled(label, element('select', {}, ...options.map(([value, text]) => element('option', { value }, text))));
        return { control, get: () => control.value };
    }

    check(label, checked) {
        const control = this.labelled(label, element('input', { type: 'checkbox', ...(checked ? { checked: '' } : {}) }));
        return { get: () => control.checked };
    }

    text(label, value, attributes = {}) {
        const control = this.labelled(label, element('input', { type: 'text', value, autocomplete: 'off', spellcheck: 'false', ...attributes }));
        return {
            control,
            get: () => control.value,
            set: (v) => {
                control.value = v;
                this.draw();
            },
        };
    }

    /** moved(x, y) is called with the place in the drawing where a pointer is pressed or drawn along. */
    drag(moved) {
        const follow = (event) => {
            const box = this.svg.getBoundingClientRect();
            moved((event.clientX - box.left) * (this.width / box.width), (event.clientY - box.top) * (this.height / box.height));
        };
        this.drawing.addEventListener('pointerdown', (event) => {
            this.drawing.setPointerCapture(event.pointerId);
            follow(event);
        });
        this.drawing.addEventListener('pointermove', (event) => {
            if (event.buttons & 1)
                follow(event);
        });
        this.drawing.classList.add('draggable');
    }

    /** Axes over [x0, x1] and [y0, y1]; gives the places of values, and of places their x. */
    axes({ x: [x0, x1, dx], y: [y0, y1, dy], height = 300, xLabel, yLabel, tick = (v) => written(v), tickY = (v) => written(v) }) {
        this.size(height);
        const left = 48, right = this.width - 12, top = 26, bottom = height - 42;
        const px = (v) => left + ((v - x0) / (x1 - x0)) * (right - left);
        const py = (v) => bottom - ((v - y0) / (y1 - y0)) * (bottom - top);
        for (let v = Math.ceil(x0 / dx) * dx; v <= x1 + dx / 1e6; v += dx) {
            this.add('line', { class: 'grid', x1: px(v), x2: px(v), y1: top, y2: bottom });
            this.add('text', { class: 'tick', x: px(v), y: bottom + 16, 'text-anchor': 'middle' }, tick(v));
        }
        for (let v = Math.ceil(y0 / dy) * dy; v <= y1 + dy / 1e6; v += dy) {
            this.add('line', { class: 'grid', x1: left, x2: right, y1: py(v), y2: py(v) });
            this.add('text', { class: 'tick', x: left - 6, y: py(v) + 4, 'text-anchor': 'end' }, tickY(v));
        }
        this.add('text', { class: 'axis', x: (left + right) / 2, y: height - 6, 'text-anchor': 'middle' }, xLabel);
        this.add('text', { class: 'axis', x: 4, y: 14 }, yLabel);
        return { px, py, left, right, top, bottom, x: (place) => x0 + ((place - left) / (right - left)) * (x1 - x0), y: (place) => y0 + ((bottom - place) / (bottom - top)) * (y1 - y0) };
    }

    /** A curve through value(x) at every pixel. */
    curve(axes, value, kind) {
        const points = [];
        for (let place = axes.left; place <= axes.right; place += 0.5)
            points.push(`${place.toFixed(1)},${axes.py(value(axes.x(place))).toFixed(2)}`);
        this.add('polyline', { class: `curve ${kind}`, points: points.join(' ') });
    }
}
