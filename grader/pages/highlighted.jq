# What pandoc made of code blocks, a raw line each, as {LINES of a block: [HTML of each]}. $excerpts: their lines, in order. What
# is not letter by letter the excerpt with marks of words in between is left out.
def text: gsub("<span class=\"[a-z]+\">|</span>"; "");
def unescaped: gsub("&quot;"; "\"") | gsub("&#39;"; "'") | gsub("&lt;"; "<") | gsub("&gt;"; ">") | gsub("&amp;"; "&");

reduce (inputs | capture("<span id=\"cb(?<block>[0-9]+)-[0-9]+\"><a href=\"#cb[0-9]+-[0-9]+\"[^>]*></a>(?<html>.*)</span>(</code></pre></div>)?$")) as $line
  ([]; .[$line.block | tonumber - 1] += [$line.html])
| [., $excerpts] | transpose
| map(select(.[0] and .[1] and (.[0] | map(text)) as $texts | all($texts[]; test("[<>]") | not) and ($texts | map(unescaped)) == .[1])
      | {key: .[1] | join("\n"), value: .[0]})
| from_entries
