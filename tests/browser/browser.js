// What the tests of pages share: Debian's Chromium through puppeteer-core, axe-core, html-validate.
//
//   const browser = await launch();
//   const opened = await open(browser, 'report.html', { width: 390, dark: true });
//   opened.page         puppeteer's page
//   opened.troubles     what went wrong so far: errors on the console, exceptions, requests, dialogs
//   await accessibility(opened.page)   what axe-core finds, a line each
//   await validate('report.html')      what html-validate finds, a line each
// The packages lie in build/ (install).
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('build/package.json', import.meta.url));
const puppeteer = require('puppeteer-core').default ?? require('puppeteer-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

function chromium() {
    for (const place of [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'])
        if (place && existsSync(place))
            return place;
    throw new Error('chromium is not installed; make setup, or CHROMIUM=/path/to/it');
}

/** Chromium without a window. Its sandbox needs what containers and root do not give; the pages are ours. */
export function launch() {
    return puppeteer.launch({
        executablePath: chromium(),
        args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--force-color-profile=srgb'],
    });
}

/** Opens a file as a reader would. options: width, height (of the window), dark, javascript (true). */
export async function open(browser, file, options = {}) {
    const url = pathToFileURL(path.resolve(file)).href;
    const page = await browser.newPage();
    const troubles = [];
    page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type()))
            troubles.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
    page.on('dialog', (dialog) => {
        troubles.push(`dialog: ${dialog.message()}`);
        dialog.dismiss();
    });
    page.on('request', (request) => {
        const asked = request.url();
        if (asked !== url && !/^(data|blob|about):/.test(asked) && !asked.startsWith(`${url}#`))
            troubles.push(`request: ${asked}`);
    });
    await page.setViewport({ width: options.width ?? 1366, height: options.height ?? 768 });
    await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: options.dark ? 'dark' : 'light' },
        { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    if (options.javascript === false)
        await page.setJavaScriptEnabled(false);
    const start = performance.now();
    await page.goto(url, { waitUntil: 'load' });
    return { page, troubles, milliseconds: performance.now() - start };
}

/** What axe-core finds against WCAG 2.2 AA and its own good practice. */
export async function accessibility(page) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    return violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)} (${node.failureSummary?.split('\n').pop().trim()})`));
}

/** Whether something is wider than the window. */
export async function overflow(page) {
    const [needed, given] = await page.evaluate(() =>
        [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    return needed > given ? [`the page is ${needed} px wide in a window of ${given}`] : [];
}

/** What html-validate finds against the standard. */
export async function validate(file) {
    const { HtmlValidate } = require('html-validate');
    const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'], root: true });
    const report = await validator.validateFile(file);
    return report.results.flatMap(({ messages }) =>
        messages.map(({ line, column, message, ruleId }) => `${line}:${column}: ${message} (${ruleId})`));
}
