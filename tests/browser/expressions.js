// node tests/browser/expressions.js COUNT SEED FOLDER
// COUNT random indices in C: writes FOLDER/indices.c, which prints each with its values for i = 0 .. 31, and
// FOLDER/expected, the same from the handouts' own arithmetic (handouts/pages/figures/expression.js).
import { readFileSync, writeFileSync } from 'node:fs';

const source = readFileSync(new URL('../../handouts/pages/figures/expression.js', import.meta.url), 'utf8');
const { compiled } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const [count, seed, folder] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
let state = seed >>> 0;
const below = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
};
const one = (...of) => of[below(of.length)];

function expression(depth) {
    if (depth === 0 || below(6) === 0)
        return one('i', 'i', 'k', String(below(300)), `0x${below(256).toString(16)}`, `${1 + below(64)}u`.replace('u', ''), '2147483647');
    const inner = () => expression(depth - 1);
    switch (below(8)) {
    case 0: return `(${inner()})`;
    case 1: return `${one('-', '~', '!')} ${one('(', '( ')}${inner()})`;
    case 2: return `${inner()} ${one('/', '%')} ${1 + below(40)}`;
    case 3: return `(${inner()}) ${one('<<', '>>')} ${below(8)}`;
    case 4: return `(${inner()} ? ${inner()} : ${inner()})`;
    case 5: return `${inner()} ${one('<', '<=', '>', '>=', '==', '!=', '&&', '||')} ${inner()}`;
    default: return `${inner()} ${one('+', '-', '*', '&', '|', '^')} ${inner()}`;
    }
}

const [lines, expected] = [[], []];
for (let n = 0; n < count; n++) {
    const text = expression(4);
    const index = compiled(text);
    lines.push(`    for (int i = 0; i < 32; i++) printf("%d ", ${text}); puts(${JSON.stringify(text)});`);
    expected.push(`${Array.from({ length: 32 }, (_, i) => index({ i, k: 5 })).join(' ')} ${text}\n`);
}
writeFileSync(`${folder}/indices.c`, `#include <stdio.h>\nint main(void) {\n    const int k = 5;\n${lines.join('\n')}\n}\n`);
writeFileSync(`${folder}/expected`, expected.join(''));
