// node tests/browser/check.js FILE.html...
// Opens each page at a laptop's and at a phone's width, light and dark, and without JavaScript, and prints,
// a line each: errors on the console, exceptions, requests, what is wider than the window, what axe-core
// and html-validate find. Exit status: 0 nothing, 1 something, 2 wrong usage.
import path from 'node:path';
import { accessibility, launch, open, overflow, validate } from './browser.js';

const files = process.argv.slice(2);
if (files.length === 0) {
    console.error('usage: node tests/browser/check.js FILE.html...');
    process.exit(2);
}

let found = 0;
const say = (file, how, lines) => {
    for (const line of new Set(lines))
        console.log(`${path.basename(file)}${how}: ${line}`);
    found += lines.length;
};

const browser = await launch();
try {
    for (const file of files) {
        say(file, '', await validate(file));
        for (const [how, options] of [
            [', 1366 px, light', { width: 1366 }],
            [', 390 px, dark', { width: 390, height: 844, dark: true }],
            [', 1366 px, no JavaScript', { width: 1366, javascript: false }],
        ]) {
            const { page, troubles } = await open(browser, file, options);
            const wide = await overflow(page);
            const lines = options.javascript === false ? [] : await accessibility(page);
            say(file, how, [...troubles, ...wide, ...lines]);
            await page.close();
        }
    }
} finally {
    await browser.close();
}
process.exit(found ? 1 : 0);
