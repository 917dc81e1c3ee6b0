// Every figure that answers takes the place of its drawing, which stays where this script does not run.

const COMPUTED = 'Computed in this page by the texture unit of the CPU device, bit for bit as by an NVIDIA H200.';
const ANSWERS = {
    'lab6-broadcast': [words, 'The words that the 32 threads of a warp ask for in one read of constant memory. Each different word takes a turn.'],
    'lab7-half-texel': [oneDimension, `A row of eight texels. Drag the point, or choose how the row is read. ${COMPUTED}`],
    'lab7-weights': [staircase, `The weight of the right-hand texel: exactly (dashed), and as the unit applies it. ${COMPUTED}`],
    'lab8-promotion': [promotion, `What a texture read as normalised float makes of an element. ${COMPUTED}`],
    'lab9-bits': [bits, `How a coordinate becomes a texel and a weight: the bits that the unit drops have a dashed frame. ${COMPUTED}`],
    'lab9-plane': [twoDimensions, `The four weights of a read between four texels. Drag the point. ${COMPUTED}`],
};

const unit = await unitIn(bytesOf(document.getElementById('texture-unit').textContent));
for (const figure of document.querySelectorAll('figure'))
    if (Object.hasOwn(ANSWERS, figure.id)) {
        const [make, caption] = ANSWERS[figure.id];
        make(figure, unit).show(figure, caption);
    }
