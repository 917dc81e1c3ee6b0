# The numbers of figures/data in this page (handouts/numbers, whose numbers.jq comes before this).
def launch($elements; $kernel):
    row("lab6-sizes-h200"; .elements == $elements and .kernel == $kernel).launch_us | fixed(1);
def asked($words; $index): row("lab6-words-h200"; .words == $words and .index == $index).launch_us;

written([
    {phrase: "takes # µs from constant and # µs from global memory with the lecture's 1024 elements, and # and # µs with 2^20",
     values: [launch(1024; "constant"), launch(1024; "global"), launch(1048576; "constant"), launch(1048576; "global")]},
    {phrase: "# µs with one word at each read, # with two, # with four, # with 32, about # for each further word",
     values: [(asked(1, 2, 4, 32; "computed"), (asked(32; "computed") - asked(1; "computed")) / 31 | fixed(0))]},
    {phrase: "the same in all threads, takes #:", values: [asked(1; "known") | fixed(0)]}
])
