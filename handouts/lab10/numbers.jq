# The numbers of figures/data in this page (handouts/numbers, whose numbers.jq comes before this).
def samples($count): row("lab10-samples-h200"; .samples == $count).ratio | fixed(1);

written([
    {phrase: "picture turns # times as fast through the texture unit", values: [samples(1)]},
    {phrase: "and # times with a fresh picture from memory each time",
     values: [row("lab10-samples-h200"; .samples == 1).fresh_ratio | fixed(1)]},
    {phrase: "yours: # times as fast at 4 samples a pixel, # at 16, # at 64",
     values: [samples(4), samples(16), samples(64)]}
])
