// node tests/browser/figures.js FOLDER [CHECK]
// The handouts' figures that answer, in FOLDER's pages: by mouse and keyboard, against what an H200 and the CPU
// device returned. Prints a line for each check; exit status 0: all hold.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { accessibility, launch, open } from './browser.js';

const [, , folder, only] = process.argv;
const browser = await launch();
const data = (name) => readFileSync(new URL(`../../handouts/${name.replace(/-.*/, '')}/figures/data/${name}`, import.meta.url), 'utf8');
let failed = 0;

function holds(what, shown, ...expected) {
    for (const part of expected)
        if (part instanceof RegExp ? !part.test(shown) : !shown.includes(part)) {
            console.log(`  ${what}: expected ${part}, got: ${shown}`);
            failed++;
        }
}

/** A figure of a page, and what a reader does with it. */
async function figure(lab, id, options = {}) {
    const { page, troubles } = await open(browser, path.join(folder, `${lab}.html`), options);
    await page.waitForSelector(`#${id}.answers`);
    const control = async (label) => {
        const name = await page.$$eval(`#${id} label`, (all, text) => all.find((one) => one.textContent.startsWith(text))?.htmlFor, label);
        if (!name)
            throw new Error(`${id} has no control "${label}"`);
        return page.$(`[id="${name}"]`);
    };
    const says = () => page.$eval(`#${id} .says`, (p) => p.textContent);
    return {
        page,
        troubles,
        says,
        choose: async (label, value) => (await control(label)).select(value),
        click: async (label) => (await control(label)).click(),
        type: async (label, text) => {
            const box = await control(label);
            await box.click({ clickCount: 3 });
            await page.keyboard.press('Backspace');
            await box.type(text);
        },
        press: async (label, ...keys) => {
            await (await control(label)).focus();
            for (const key of keys)
                await page.keyboard.press(key);
        },
        set: async (label, value) => (await control(label)).evaluate((input, v) => {
            input.value = v;
            input.dispatchEvent(new Event('input'));
        }, String(value)),
        /** Presses at one place of the drawing and lets go at another, in its own units. */
        drag: async (from, to) => {
            const drawing = await page.$(`#${id} .drawing svg`);
            await drawing.scrollIntoView();
            const box = await drawing.boundingBox();
            const [width] = (await drawing.evaluate((svg) => svg.getAttribute('viewBox'))).split(' ').slice(2).map(Number);
            const place = ([x, y]) => [box.x + x * (box.width / width), box.y + y * (box.width / width)];
            await page.mouse.move(...place(from));
            await page.mouse.down();
            await page.mouse.move(...place(to), { steps: 4 });
            await page.mouse.up();
        },
        /** The place of a tick's label along x. */
        tick: (text) => page.$$eval(`#${id} svg .tick[text-anchor=middle]`, (all, t) => Number(all.find((one) => one.textContent === t).getAttribute('x')), text),
        done: async () => {
            const label = await page.$eval(`#${id} svg`, (svg) => svg.getAttribute('aria-label'));
            holds(`${id}: the drawing's text alternative`, label, await says());
            holds(`${id}: troubles`, JSON.stringify([...troubles, ...(await accessibility(page))]), /^\[\]$/);
            await page.close();
        },
    };
}

const checks = {
    async 'one dimension: half texel, filters, address modes'() {
        const f = await figure('lab7', 'lab7-half-texel');
        holds('at first', await f.says(), 'tex1D at 2.75 gives 2.75: texels 2 and 3, with weights 192/256 and 64/256.');
        await f.press('x, counted', 'ArrowRight');
        holds('arrow key', await f.says(), 'tex1D at 2.765625 gives 2.796875');
        await f.drag([200, 100], [await f.tick('4'), 100]);
        holds('dragged to node 4', await f.says(), /^tex1D at 4\.5\d* gives (6|5\.9\d*):/);
        await f.set('x, counted', 4);
        await f.click('read at x + 0.5');
        holds('without the half texel', await f.says(), 'tex1D at 4 gives 5.5: texels 3 and 4, with weights 128/256 and 128/256');
        await f.click('read at x + 0.5');
        await f.choose('Outside', 'mirror');
        await f.set('x, counted', -2);
        holds('mirror of texels', await f.says(), 'gives 1:', 'Mirror acts as clamp here: coordinates count texels.');
        await f.choose('Coordinates', 'normalised');
        holds('mirror, normalised', await f.says(), 'tex1D at −0.1875 gives 3:');
        await f.choose('Outside', 'wrap');
        holds('wrap, normalised', await f.says(), 'gives 4.5:');
        await f.choose('Outside', 'border');
        await f.choose('Filter', 'point');
        holds('border, point', await f.says(), 'gives 0: the border.');
        // Every sample of the drawn figure.
        await f.choose('Outside', 'clamp');
        await f.choose('Filter', 'linear');
        await f.choose('Coordinates', 'texels');
        for (const [x, , , shifted] of data('lab7-half-texel.csv').trim().split('\n').slice(1).map((line) => line.split(',')).filter((_, i) => i % 8 === 0)) {
            await f.set('x, counted', x);
            holds(`x = ${x}`, await f.says(), `gives ${Number(shifted)}:`);
        }
        await f.done();
    },

    async 'the staircase: ties go upwards, on both pages that have it'() {
        const f = await figure('lab7', 'lab7-weights', { width: 390, height: 844 });
        holds('at first', await f.says(), 'At 2.40/256 of the way the right texel weighs 2/256, 0.40/256 too little.');
        await f.set('Distance', 2.5);
        holds('a tie', await f.says(), 'weighs 3/256, 0.50/256 too much.');
        await f.drag([100, 100], [await f.tick('6'), 100]);
        holds('dragged to 6', await f.says(), /weighs 6\/256/);
        await f.press('Distance', 'Home');
        holds('home', await f.says(), 'At 0.00/256 of the way the right texel weighs 0/256, exactly.');
        await f.press('Distance', 'End');
        await f.choose('Show', '256');
        holds('end', await f.says(), 'weighs 256/256, exactly.');
        await f.done();
    },

    async 'bits: every row that lab 9 printed on an H200'() {
        const f = await figure('lab9', 'lab9-bits');
        let rows = 0;
        for (const [, x, actual, expected] of data('lab9-h200.txt').matchAll(/^ *(\d\.\d\d) +\S+ +([0-9A-F]{8}) +\S+ +([0-9A-F]{8}) /gm)) {
            await f.type('Coordinate x', x);
            holds(`x = ${x}`, await f.says(), `(${actual})`);
            // The lab adds the increment up in floats; the typed number is rounded once.
            if (/^\d\.[05]0$/.test(x))
                holds(`x = ${x}`, await f.says(), `full precision`, `(${expected})`);
            rows++;
        }
        holds('rows', String(rows > 15), 'true');
        await f.type('Coordinate x', '1.6');
        holds('1.6', await f.says(), '256 (x − 1/2) = 281.60001, rounded 282: texel 1, weight 26/256');
        await f.type('Coordinate x', 'x');
        holds('no number', await f.says(), 'Give a number from 0 to 10');
        await f.press('The same', 'ArrowRight');
        holds('by keyboard', await f.says(), 'rounded');
        await f.done();
    },

    async 'two dimensions: four weights'() {
        const f = await figure('lab9', 'lab9-plane', { dark: true });
        holds('at first', await f.says(), 'Weights in 256ths: 119, 77, 37, 23; together 256. A read of four unit texels gives the same.');
        for (const [a, b] of [[0, 0], [128, 128], [1, 255], [255, 255], [254, 3], [77, 201]]) {
            await f.set('a, along x', a);
            await f.set('b, along y', b);
            const w11 = (a * b + 128) >> 8;
            holds(`a = ${a}, b = ${b}`, await f.says(), `Weights in 256ths: ${256 - a - b + w11}, ${a - w11}, ${b - w11}, ${w11}; together 256. A read of four unit texels gives the same.`);
        }
        await f.drag([300, 150], [10, 10]);
        holds('dragged to the corner', await f.says(), 'Weights in 256ths: 256, 0, 0, 0;');
        await f.press('a, along x', 'ArrowRight', 'ArrowRight');
        holds('arrow keys', await f.says(), 'Weights in 256ths: 254, 2, 0, 0;');
        await f.done();
    },

    async 'words a request: any index, and what is no index'() {
        const f = await figure('lab6', 'lab6-broadcast');
        holds('at first', await f.says(), 'c[i % 4]: 4 different words, 4 turns. Words 0, 1, 2, 3. In global memory the same read would take one sector of 32 bytes.');
        await f.choose('Or one of these', '(k + i) % 256');
        holds('chosen', await f.says(), '32 different words, 32 turns.');
        await f.press('k, the turn', 'ArrowRight');
        holds('k = 1', await f.says(), 'Words 1, 2, 3');
        for (const [index, expected] of [
            ['i / 32 % 4', 'one word, one turn: a broadcast'],
            ['blockIdx.x', 'one word, one turn'],
            ['threadIdx.x * 2', 'In global memory the same read would take 8 sectors'],
            ['threadIdx.x < 16 ? 0 : 1', '2 different words, 2 turns.'],
            ['i & 0x7', '8 different words'],
            ['i %', 'This is no index: a number, a name or "(" is missing before the end.'],
            ['i % 0', 'This is no index: a division by 0.'],
            ['sin(i)', 'This is no index: "(" is one too many.'],
            ['j', '"j" is not known here; known are i, k, n, threadIdx.x'],
            ['<img src=x onerror=alert(1)>', 'This is no index'],
        ]) {
            await f.type('c[ … ]', index);
            holds(index, await f.says(), expected);
        }
        await f.done();
    },

    async 'promotion: values of four types'() {
        const f = await figure('lab8', 'lab8-promotion');
        holds('at first', await f.says(), '200 of type unsigned char: 200 / 255 = 0.784313738 (3F48C8C9).');
        for (const line of data('lab8-promotion.csv').trim().split('\n').slice(1).filter((_, i) => i % 15 === 0)) {
            const [u, expected] = line.split(',');
            await f.set('Value', u);
            holds(`unsigned ${u}`, await f.says(), `= ${Number(Number(expected).toPrecision(9))} (`);
        }
        await f.choose('Type', 's8');
        await f.type('The same', '-128');
        holds('-128', await f.says(), '−128 of type signed char: one negative value too many, it is taken for −127: −127 / 127 = −1 (BF800000)');
        await f.type('The same', '300');
        holds('300', await f.says(), '("300" is no signed char.)');
        await f.choose('Type', 'u16');
        await f.press('Value', 'End');
        holds('largest', await f.says(), '65535 / 65535 = 1 (3F800000)');
        await f.choose('Type', 's16');
        await f.press('Value', 'Home');
        holds('smallest', await f.says(), '−32767 / 32767 = −1');
        await f.done();
    },

    async 'without JavaScript the drawings stay'() {
        for (const [lab, id] of [['lab6', 'lab6-broadcast'], ['lab7', 'lab7-half-texel'], ['lab8', 'lab8-promotion'], ['lab9', 'lab9-plane']]) {
            const { page } = await open(browser, path.join(folder, `${lab}.html`), { javascript: false });
            const seen = await page.$eval(`#${id}`, (one) => [one.querySelector('img').getBoundingClientRect().height > 100, one.querySelectorAll('.live').length]);
            holds(id, JSON.stringify(seen), '[true,0]');
            await page.close();
        }
    },
};

try {
    for (const [name, check] of Object.entries(checks)) {
        if (only && !name.includes(only))
            continue;
        const before = failed;
        await check();
        console.log(`${failed === before ? 'holds' : 'FAILS'}: ${name}`);
    }
} finally {
    await browser.close();
}
process.exit(failed ? 1 : 0);
