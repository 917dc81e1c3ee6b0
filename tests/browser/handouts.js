// node tests/browser/handouts.js FOLDER
// The links of all handouts in FOLDER: each leads to a file that is there and to an anchor that it has. Prints
// those that do not, and what else each page asks for; ends with the number of links. Exit status: 0 all do.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { launch, open } from './browser.js';

const folder = process.argv[2];
const files = readdirSync(folder).filter((name) => name.endsWith('.html'));
const anchors = new Map();
const links = [];
const browser = await launch();
try {
    for (const file of files) {
        const { page } = await open(browser, path.join(folder, file), { javascript: false });
        anchors.set(file, new Set(await page.$$eval('[id]', (all) => all.map(({ id }) => id))));
        links.push(...(await page.$$eval('[href]', (all) => all.map((a) => a.getAttribute('href')))).map((href) => [file, href]));
        await page.close();
    }
} finally {
    await browser.close();
}

let broken = 0;
for (const [file, href] of links) {
    const [target, anchor] = decodeURIComponent(href).split('#');
    const there = target || file;
    const leads = anchors.has(there) ? anchor === undefined || anchors.get(there).has(anchor)
        : !/^[a-z]+:/.test(there) && existsSync(path.join(folder, there));
    if (!leads) {
        console.log(`${file}: ${href} leads nowhere`);
        broken++;
    }
}
console.log(`${links.length} links in ${files.length} pages, ${broken} lead nowhere`);
process.exit(broken ? 1 : 0);
