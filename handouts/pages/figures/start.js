// Every figure that answers takes the place of its drawing, which stays where this script does not run.

const ANSWERS = {
    'lab6-broadcast': words,
    'lab7-half-texel': oneDimension,
    'lab7-weights': staircase,
    'lab8-promotion': promotion,
    'lab9-bits': bits,
    'lab9-plane': twoDimensions,
};

const unit = await unitIn(bytesOf(document.getElementById('texture-unit').textContent));
for (const figure of document.querySelectorAll('figure'))
    if (Object.hasOwn(ANSWERS, figure.id))
        ANSWERS[figure.id](figure, unit).show(figure);
