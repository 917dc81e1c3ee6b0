# The numbers of figures/data in this page (handouts/numbers, whose numbers.jq comes before this).
def paths($pattern; $memory):
    row("lab8-paths-h200"; .pattern == $pattern and .path == "TEXTURE" and .memory == $memory).gb_per_s / 1000 | fixed(2);

written([
    {phrase: "are read at # TB/s through `tex1Dfetch<int4>`, at # through `__ldg` and at # by plain loads",
     values: [("tex1Dfetch<int4>", "__ldg", "plain") as $way | row("lab8-stream-h200"; .way == $way).tb_per_s | fixed(2)]},
    {phrase: "give # TB/s coalesced, # unaligned, # strided and # at random places, and # from mapped host memory",
     values: [paths("COALESCED"; "device"), paths("UNALIGNED"; "device"), paths("STRIDED"; "device"),
              paths("RANDOM"; "device"), paths("COALESCED"; "mapped")]}
])
