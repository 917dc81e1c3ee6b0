// The texture unit of the CPU device (unit.c), compiled to WebAssembly and kept in the page.

const SHAPE = { memory: 1, row: 2, picture: 3 };
const FORMAT = { u8: 0, s8: 1, u16: 2, s16: 3, f32: 7 };
const ADDRESS = { wrap: 0, clamp: 1, mirror: 2, border: 3 };
const WRITE = { u8: Uint8Array, s8: Int8Array, u16: Uint16Array, s16: Int16Array, f32: Float32Array };

/** The unit in a module's bytes. */
async function unitIn(bytes) {
    const { exports: unit } = (await WebAssembly.instantiate(bytes)).instance;
    const memory = () => unit.memory.buffer;
    return {
        /** The texture that the next samples come from. texels: of one channel, row by row. */
        texture({ shape = 'row', format = 'f32', texels, width = texels.length, height = 1, address = 'clamp',
            linear = true, normalized = false, normalizedRead = false, border = 0 }) {
            new WRITE[format](memory(), unit.texels(), texels.length).set(texels);
            const mode = ADDRESS[address];
            // Along y a row goes on with its only texel, whatever happens along x.
            new Int32Array(memory(), unit.description(), 13).set([SHAPE[shape], FORMAT[format], 1, width, height, 1, 0,
                mode, shape === 'row' ? ADDRESS.clamp : mode, mode, +linear, +normalized, +normalizedRead]);
            new Float32Array(memory(), unit.description() + 52, 4).set([border, border, border, border]);
            unit.describe();
        },
        sample: (x, y = 0) => new Float32Array(memory(), unit.sample(x, y, 0, 0), 1)[0],
        fetch: (index) => new Float32Array(memory(), unit.fetch(index), 1)[0],
        place: (x) => unit.place(x),
        texel: (x) => unit.texel(x),
        weights: (a, b) => [...new Int32Array(memory(), unit.weights(a, b), 4)],
    };
}

function bytesOf(base64) {
    return Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
}
