// node module.mjs UNIT.wasm INPUTS RECORDS
// Takes every sample of cases.h (INPUTS: what inputs.c writes) from the texture unit as the handouts' pages have
// it and compares the bits with those that a GPU returned (RECORDS/GROUP.bin). Prints a line a group; exit status
// 0: none differs.
import { readFileSync } from 'node:fs';

const GROUPS = ['modes', 'special', 'float3d', 'half3d', 'signed8', 'border', 'wide'];
const LINEAR_MEMORY = 1;
const [, , wasm, inputs, records] = process.argv;
const { exports: unit } = (await WebAssembly.instantiate(readFileSync(wasm))).instance;
const bytes = readFileSync(inputs);
const at = { word: 0 };
const input = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const next = () => input.getInt32(4 * at.word++, true);

function sampled(record, place) {
    const description = [];
    for (let i = 0; i < 17; i++)
        description.push(next());
    const [texelBytes, samples] = [next(), next()];
    if (texelBytes > unit.most_bytes())
        throw new Error(`a texture of ${texelBytes} bytes does not fit the module`);
    const memory = unit.memory.buffer;
    new Int32Array(memory, unit.description(), 17).set(description);
    new Uint8Array(memory, unit.texels(), texelBytes).set(bytes.subarray(4 * at.word, 4 * at.word + texelBytes));
    at.word += Math.ceil(texelBytes / 4);
    unit.describe();
    const [shape, , channels] = description;
    const coordinates = at.word, layers = at.word + 3 * samples;
    let differ = 0;
    for (let i = 0; i < samples; i++) {
        const [x, y, z] = [0, 1, 2].map((k) => input.getFloat32(4 * (coordinates + 3 * i + k), true));
        const result = shape === LINEAR_MEMORY ? unit.fetch(Math.trunc(x))
            : unit.sample(x, y, z, input.getInt32(4 * (layers + i), true));
        const words = new Uint32Array(memory, result, channels);
        let same = true;
        for (let c = 0; c < channels; c++)
            same &&= words[c] === record.getUint32(place + 4 * (i * channels + c), true);
        differ += !same;
    }
    at.word = layers + samples;
    return { samples, differ };
}

let wrong = 0;
for (const group of GROUPS) {
    const file = readFileSync(`${records}/${group}.bin`);
    const record = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const count = next();
    let place = 8, samples = 0, differ = 0;
    if (record.getUint32(4, true) !== count)
        throw new Error(`${group}.bin is not a record of this list of cases`);
    for (let i = 0; i < count; i++) {
        const words = record.getUint32(place + 4, true);
        const taken = sampled(record, place + 8);
        samples += taken.samples;
        differ += taken.differ;
        place += 8 + 4 * words;
    }
    console.log(`${group}: ${samples} samples, ${differ} differ`);
    wrong += differ;
}
process.exit(wrong ? 1 : 0);
