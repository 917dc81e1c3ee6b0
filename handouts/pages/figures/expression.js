// An index as C computes it: ints of 32 bits that wrap, division towards zero. compiled(text) gives a function of
// the names' values, or throws an Error that says what is wrong, and where.
//   compiled('(k + i) % 256')({ k: 0, i: 5 }) === 5
// Names may have a dot (threadIdx.x); numbers are decimal, hexadecimal or octal, with U and L ignored.

const BINARY = [
    ['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '<=', '>', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%'],
];

const APPLY = {
    '|': (a, b) => a | b,
    '^': (a, b) => a ^ b,
    '&': (a, b) => a & b,
    '==': (a, b) => +(a === b),
    '!=': (a, b) => +(a !== b),
    '<': (a, b) => +(a < b),
    '<=': (a, b) => +(a <= b),
    '>': (a, b) => +(a > b),
    '>=': (a, b) => +(a >= b),
    '<<': (a, b) => a << b,
    '>>': (a, b) => a >> b,
    '+': (a, b) => (a + b) | 0,
    '-': (a, b) => (a - b) | 0,
    '*': Math.imul,
    '/': (a, b) => Math.trunc(a / nonzero(b)) | 0,
    '%': (a, b) => (a % nonzero(b)) | 0,
};

function nonzero(b) {
    if (b === 0)
        throw new Error('a division by 0');
    return b;
}

function tokens(text) {
    const pattern = /\s*(?:(0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?![\w.])|([A-Za-z_]\w*(?:\.\w+)?)|(\|\||&&|<<|>>|[<>=!]=|[-+*/%&|^~!<>()?:]))/y;
    const list = [];
    while (/\S/.test(text.slice(pattern.lastIndex))) {
        const start = pattern.lastIndex;
        const match = pattern.exec(text);
        if (!match)
            throw new Error(`"${text.slice(start).trim()}" is no part of an index`);
        list.push({ number: match[1], name: match[2], sign: match[3] });
    }
    return list;
}

export function compiled(text) {
    const list = tokens(text);
    let at = 0;
    const shown = () => (list[at] ? `"${list[at].number ?? list[at].name ?? list[at].sign}"` : 'the end');
    const took = (sign) => list[at]?.sign === sign && ++at > 0;
    const expect = (sign) => {
        if (!took(sign))
            throw new Error(`"${sign}" is missing before ${shown()}`);
    };

    function primary() {
        const { number, name } = list[at] ?? {};
        if (number !== undefined) {
            at++;
            const value = Number(/^0\d/.test(number) ? `0o${number.slice(1)}` : number);
            if (!(value <= 0x7fffffff))
                throw new Error(`${number} is no int`);
            return () => value;
        }
        if (name !== undefined) {
            at++;
            return (values) => {
                if (!Object.hasOwn(values, name))
                    throw new Error(`"${name}" is not known here; known are ${Object.keys(values).join(', ')}`);
                return values[name];
            };
        }
        if (took('(')) {
            const inner = conditional();
            expect(')');
            return inner;
        }
        throw new Error(`a number, a name or "(" is missing before ${shown()}`);
    }

    function unary() {
        for (const [sign, apply] of [['-', (v) => -v | 0], ['+', (v) => v], ['~', (v) => ~v], ['!', (v) => +!v]])
            if (took(sign)) {
                const operand = unary();
                return (values) => apply(operand(values));
            }
        return primary();
    }

    function binary(level) {
        if (level === BINARY.length)
            return unary();
        let left = binary(level + 1);
        for (;;) {
            const sign = BINARY[level].find(took);
            if (!sign)
                return left;
            const [a, b] = [left, binary(level + 1)];
            left = sign === '||' ? (values) => +(a(values) !== 0 || b(values) !== 0)
                : sign === '&&' ? (values) => +(a(values) !== 0 && b(values) !== 0)
                : (values) => APPLY[sign](a(values), b(values));
        }
    }

    function conditional() {
        const condition = binary(0);
        if (!took('?'))
            return condition;
        const yes = conditional();
        expect(':');
        const no = conditional();
        return (values) => (condition(values) !== 0 ? yes(values) : no(values));
    }

    const whole = conditional();
    if (at < list.length)
        throw new Error(`${shown()} is one too many`);
    return whole;
}
