// node tests/browser/timeline.js PAGE
// Uses the timeline of a page of labprof by keyboard and mouse; prints what is not as it should be. Exit status: 0 nothing, 1 something.
import { launch, open } from './browser.js';

const wrong = [];
const browser = await launch();
try {
    const { page, troubles } = await open(browser, process.argv[2]);
    const said = () => page.$eval('.said', (place) => place.textContent);
    const ticks = () => page.$eval('.timeline', (place) => place.querySelector('canvas').toDataURL());
    await page.focus('.timeline');
    await page.keyboard.press(']');
    if (!/^\S.*: [\d.]+ (ns|us|ms), from 0 ns on, in /.test(await said()))
        wrong.push(`the first event is told as: ${await said()}`);
    await page.keyboard.press('[');
    const last = await said();
    if (!/from [\d.]+ (us|ms) on/.test(last))
        wrong.push(`the last event is told as: ${last}`);
    const all = await ticks();
    await page.keyboard.press('+');
    await page.waitForFunction((before) => document.querySelector('.timeline canvas').toDataURL() !== before, { timeout: 3000 }, all)
        .catch(() => wrong.push('+ zooms nothing'));
    await page.keyboard.press('0');
    await page.waitForFunction((before) => document.querySelector('.timeline canvas').toDataURL() === before, { timeout: 3000 }, all)
        .catch(() => wrong.push('0 does not show all again'));
    const box = await (await page.$('.timeline .u-over')).boundingBox();
    if (box.width < 600)
        wrong.push(`it is ${box.width} px wide`);
    await page.mouse.move(box.x + box.width * 0.3, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((before) => document.querySelector('.timeline canvas').toDataURL() !== before, { timeout: 3000 }, all)
        .catch(() => wrong.push('the mouse zooms nothing'));
    wrong.push(...troubles);
} finally {
    await browser.close();
}
wrong.forEach((line) => console.log(line));
process.exit(wrong.length ? 1 : 0);
