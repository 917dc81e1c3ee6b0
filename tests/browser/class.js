// node tests/browser/class.js PAGE
// Uses a class page of 300 submissions as an instructor would (tests/pages.bats makes it) and prints, a line each, what is not as it
// should be. Exit status: 0 nothing, 1 something.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, open } from './browser.js';

const file = process.argv[2];
const wrong = [];
const same = (what, got, wanted) => {
    if (JSON.stringify(got) !== JSON.stringify(wanted))
        wrong.push(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
};

const browser = await launch();
try {
    // In seconds of processor, for on a busy machine the clock tells how busy it is.
    const timed = await browser.newPage();
    const devtools = await timed.createCDPSession();
    await devtools.send('Performance.disable');
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await timed.goto(pathToFileURL(path.resolve(file)).href);
    const { metrics } = await devtools.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration').value;
    if (!(seconds > 0 && seconds < 1))
        wrong.push(`it takes ${seconds} s of processor to open`);
    await timed.close();

    const { page, troubles } = await open(browser, file);
    const shown = () => page.$$eval('#all tbody tr', (rows) => rows.filter((row) => !row.hidden).map((row) => row.cells[0].querySelector('a')?.textContent ?? row.cells[0].firstChild.textContent));
    const column = (n) => page.$$eval('#all tbody tr', (rows, at) => rows.filter((row) => !row.hidden).map((row) => row.cells[at].textContent), n);
    const count = () => page.$eval('#count', (place) => place.textContent);

    // By the mouse: points, the most first, then the fewest.
    const buttons = await page.$$('#all thead button');
    await buttons[1].click();
    const falling = (await column(1)).map((text) => (text === '–' ? -1 : Number(text)));
    same('sorted by points', falling, [...falling].sort((a, b) => b - a));
    same('what a reader is told', await page.$eval('#all thead th:nth-child(2)', (head) => head.getAttribute('aria-sort')), 'descending');
    await buttons[1].click();
    const rising = (await column(1)).map((text) => (text === '–' ? -1 : Number(text)));
    same('sorted by points again', rising, [...rising].sort((a, b) => a - b));

    // By the keyboard: names as people count.
    await buttons[0].focus();
    await page.keyboard.press('Enter');
    same('names by the keyboard', (await shown()).slice(0, 3), ['student0', 'student1', 'student2']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    same('pending, by the keyboard', Number((await column(2))[0]), 5);

    // Each filter, and all together.
    await page.select('#mistake', 'no-rdc');
    const mistakes = await column(8);
    if (!mistakes.length || !mistakes.every((text) => text.includes('no-rdc')))
        wrong.push(`filtered by a mistake: ${mistakes}`);
    same('how many are shown', await count(), `${mistakes.length} of 300 submissions`);
    await page.click('#reset');
    same('all again', await count(), '300 of 300 submissions');
    for (const [flag, wanted] of [['late', 27], ['pending', 17], ['ungraded', 8]]) {
        await page.click(`[data-flag=${flag}]`);
        same(`filtered by ${flag}`, await count(), `${wanted} of 300 submissions`);
        await page.click(`[data-flag=${flag}]`);
    }
    await page.select('#step', '3');
    same('filtered by a step', (await column(5)).every((text) => Number(text) < 20), true);
    await page.select('#step', '');
    await page.click('[data-flag=slow]');
    await page.type('#name', 'NUMBER 2');
    const some = await shown();
    if (!some.length || !some.every((name) => name.startsWith('student2')))
        wrong.push(`filtered by name and time: ${some}`);
    await page.click('#reset');

    // The chart is drawn, as wide as its place, and says who the point under the mouse is.
    const canvas = await page.$('.chart canvas');
    if (canvas === null) {
        wrong.push('there is no chart');
    } else {
        await canvas.scrollIntoView();
        const box = await (await page.$('.chart .u-over')).boundingBox();
        if (box.width < 600)
            wrong.push(`the chart is ${box.width} px wide`);
        await page.mouse.move(box.x + box.width - 30, box.y + box.height / 2);
        await page.waitForFunction(() => /student\d/.test(document.querySelector('.chart .u-legend').textContent), { timeout: 3000 })
            .catch(() => wrong.push('the chart does not name the submission under the mouse'));
    }
    wrong.push(...troubles);
} finally {
    await browser.close();
}
wrong.forEach((line) => console.log(line));
process.exit(wrong.length ? 1 : 0);
