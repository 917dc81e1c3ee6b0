# layout: what lies in a download, by the names of its entries: whose they are, and which belong together.
#
# In: {lab, units: [file names by which the lab is known], entries: [{i, name, kind: "folder", "archive" or "file", git,
#      single, committed, head, download}], downloads: [where each download lies], gradescope: {DOWNLOAD: {FOLDER: {people, submitted}}},
#      times: {TEXT: seconds}, due}.
# Out: {items: [{name, platform, download, people, submitted, late, late_seconds, attempts, notes, files: [{i, called}]}], aside: [names]}.
# Times are seconds since 1970, or null where nobody says when something was handed in.
#
# Students choose the ends of these names. So who and when is what stands first in one, and what one entry looks like
# does not make it another platform's than that of the others.

# What a file may be called: some 80 characters, and less than 255 bytes with what is added to it.
def file_name: if . == "" then "submission" else . end
  | gsub("[\u0000-\u001f\u007f-\u009f/\\\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"; "_") | sub("^[.-]"; "_")
  | .[:80] | until(utf8bytelength <= 200; .[:-1]);

# What the summary of a class is called, beside the folders of records.
def record_name: file_name | if IN("class.json", "index.html", "index.html.js", "marks.csv", "roster.csv", "similar.json", "class.json.part",
    "index.html.part", "marks.part", "roster.part", "similar.part") then "_" + . else . end;

def stem: sub("(?i)(\\.tar)?\\.(zip|tar|tgz|txz|tbz2?|gz|xz|bz2|zst|7z|rar)$"; "");

# Canvas puts -1, -2, ... before the ending of a file that is handed in again under its name.
def canvas_first: capture("^(?<stem>.+)-(?<again>[0-9]{1,2})(?<ending>\\.[A-Za-z0-9.]+)$")? // null;

# recognized($in; $only): one entry with what its name says, or itself as it is; with $only by the rules of this platform alone.
def recognized($in; $only):
  def may($platform): $only == null or $only == $platform;
  . as $entry
  | if $in.gradescope[.download][.name] then
      $in.gradescope[.download][.name]
      | {platform: "gradescope", key: $entry.name, people, submitted: $in.times[.submitted // ""],
         name: ([.people[] | .email // .sid // .name] | map(split("@")[0]) | join("+") | if . == "" then $entry.name else . end)}
    elif may("moodle") and ($entry.name | test("_[0-9]+_assignsubmission_[a-z]+")) then
      # A folder has no name of the student's behind it.
      (if $entry.kind == "folder" then ($entry.name | capture("^(?<who>.*)_(?<id>[0-9]+)_assignsubmission_(?<type>[a-z]+)_?$")?) else null end)
      // ($entry.name | capture("^(?<who>.*?)_(?<id>[0-9]+)_assignsubmission_(?<type>[a-z]+)(_(?<called>.*))?$"))
      | {platform: "moodle", key: "\(.who)_\(.id)", name: "\(.who)_\(.id)", people: [{name: .who, participant: .id}],
         called: (.called // ""), text: (.type != "file")}
    elif may("blackboard") and ($entry.name | test("_attempt_[0-9]{4}(-[0-9]{2}){5}(_|\\.txt$|$)")) then
      ($entry.head // "" | capture("^Name: (?<name>.*) \\((?<login>[^()]+)\\)\\s*$")? // null) as $head
      | $entry.name | capture("^(?<before>.*?)_attempt_(?<time>[0-9]{4}(-[0-9]{2}){5})(_(?<called>.*)|\\.txt)?$")
      | {platform: "blackboard", before, called: (.called // ""), text: (.called == null and $entry.kind == "file"),
         submitted: $in.times[.time], head: $head}
    elif may("canvas") and $entry.kind != "folder" and ($entry.name | test("^.+_[0-9]+_[0-9]+_.+$|^(LATE_)?anon_[A-Za-z0-9]+_[0-9]+_.+$")) then
      (($entry.name | capture("^(?<late>LATE_)?(?<who>anon_[A-Za-z0-9]+)_(?<file>[0-9]+)_(?<called>.+)$")?)
       // ($entry.name | capture("^(?<who>.+?)(?<late>_(LATE|late))?_(?<id>[0-9]+)_(?<file>[0-9]+)_(?<called>.+)$")))
      | {platform: "canvas", key: "\(.who)_\(.id)", name: (if .id then "\(.who)_\(.id)" else .who end),
         people: [{squashed: .who} + (if .id then {canvas: .id} else {} end)],
         late: (.late != null), upload: (.file | tonumber), called}
    elif .kind == "file" then {aside: true}
    # By its number too: what is no UTF-8 of two names may read the same.
    else {platform: (if .git then "repository" else "folder" end), key: "\(.download)/\(.name)/\(.i)",
          name: (if .kind == "archive" then .name | stem else .name end), submitted: (.committed // null),
          people: [{any: (if .kind == "archive" then .name | stem else .name end)}]}
    end
  | {i: $entry.i, $entry, called: (if $entry.kind == "folder" then "" else $entry.name end), kind: $entry.kind,
     submitted: null, late: false, text: false} + .;

# of_one_platform($in): entries recognized. Where several platforms could have named those of a download, it is the one by whose
# rules most of them read: whoever names his files as another one does, whoever has many, adds to its own too.
def of_one_platform($in):
  def named: IN("moodle", "blackboard", "canvas");
  group_by(.download) | map(
    . as $entries
    | map(recognized($in; null)) as $first
    | ([$first[].platform | select(named)] | unique
       | map(. as $platform | {$platform, entries: [$entries[] | recognized($in; $platform)]}
             | .count = ([.entries[].platform | select(named)] | length))) as $readings
    | if $readings | length < 2 then $first
      else
        ([$readings[].count] | max) as $most
        | [$readings[] | select(.count == $most)]
        | if length == 1 then .[0].entries else $first end
      end)
  | add // [];

# Blackboard: the login is what stands before _attempt_ and behind the name of the assignment, and both may hold "_".
# The text beside the files says it; else it is the last part.
def blackboard:
  ([.[] | select(.platform == "blackboard" and .head) | {key: .before, value: .head}] | from_entries) as $heads
  | map(if .platform != "blackboard" then .
        else
          .before as $before
          | ($heads[$before] | select(. and ($before | endswith("_" + $heads[$before].login)))
             // {login: ($before | split("_") | last), name: null}) as $who
          | . + {key: $who.login, name: $who.login, people: [{login: $who.login, name: $who.name}]}
        end);

# latest_uploads($in): of a Canvas submission the last upload of each file.
def latest_uploads($in):
  "(?i)\\.(zip|tar|tgz|tbz2?|txz|7z|rar|tar\\.(gz|xz|bz2|zst))$" as $archive # unpack.bash's is_archive
  | (map(.called)) as $names
  | map(. as $file | (.called | canvas_first) as $first
        | ($first | if . then .stem + .ending else null end) as $plain
        # lab6-1.cu is lab6.cu again, unless it may be another file of the lab, written so.
        | ($file.called | gsub("[ _-]"; "")) as $bare
        | if $plain and ($plain | test($archive) or ($in.units | index([$plain])))
             and (($in.units | index([$bare]) | not) or ($names | index([$bare]))) then . + {called: $plain, was: $file.called} else . end)
  | group_by(.called) | map(length as $uploads | max_by(.upload) + {$uploads});

# chosen($due): of the attempts of one person the last before the deadline, else the last.
def chosen($due):
  if $due and any(.[]; .submitted and .submitted <= $due) then map(select(.submitted and .submitted <= $due)) else . end
  | max_by(.submitted // 0);

def item($in):
  (map(select(.text | not))) as $handed_in
  # Who typed in a text and handed in no file is there too.
  | (if $handed_in == [] then . else $handed_in end) as $files
  | .[0] as $first
  | ($files | group_by(.submitted) | map({submitted: .[0].submitted, files: .})) as $attempts
  | ($attempts | chosen($in.due)) as $attempt
  | (if $first.platform == "canvas" then $attempt.files | latest_uploads($in) else $attempt.files end) as $files
  | ([($attempts | length), ($files[] | .uploads // 1)] | max) as $count
  | {name: ($first.name | record_name), platform: $first.platform, download: $in.downloads[$first.entry.download | tonumber - 1], people: $first.people, submitted: $attempt.submitted,
     late: ($attempt.files | any(.late) or ($in.due and .[0].submitted and .[0].submitted > $in.due // false)),
     late_seconds: (if $in.due and $attempt.submitted and $attempt.submitted > $in.due then $attempt.submitted - $in.due else null end),
     attempts: $count,
     notes: [$files[] | select(.was or (.uploads // 1) > 1)
       | (.was // .called) + ": " + ([if .was then "taken as \(.called)" else empty end, if (.uploads // 1) > 1 then "the last of \(.uploads) uploads" else empty end] | join(", "))],
     files: (if $handed_in == [] then [] else [$files[] | {i, called: (.called | file_name)}] end)};

def layout:
  . as $in
  | .entries | of_one_platform($in) | blackboard
  | {aside: [.[] | select(.aside).entry.name],
     items: ([.[] | select(.aside | not)] | group_by([.platform, .key]) | map(item($in)))}
  # Two may be called the same; a folder of records has one of each.
  | .items |= (reduce .[] as $item ({seen: {}, items: []};
      .seen as $seen
      | first(range(1; 1000000) | if . == 1 then $item.name else "\($item.name)~\(.)" end | select($seen[ascii_downcase] | not)) as $name
      | .seen[$name | ascii_downcase] = true
      | .items += [$item + {$name}]) | .items);
