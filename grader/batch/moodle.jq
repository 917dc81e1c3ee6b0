# What Moodle's grading worksheet says of when something was handed in, in the words of whoever exported it.

# The number of a month by its name, as Moodle writes it in dates.
def months: {
  "1": "january jan januar jänner januari janvier enero gennaio janeiro stycznia ledna ocak tammikuuta января",
  "2": "february feb februar februari février febrero febbraio fevereiro lutego února şubat helmikuuta февраля",
  "3": "march mar märz mars marts maart marzo março marca března mart maaliskuuta марта",
  "4": "april apr avril abril aprile kwietnia dubna nisan huhtikuuta апреля",
  "5": "may mai maj mei mayo maggio maio maja května mayıs toukokuuta мая",
  "6": "june jun juni juin junio giugno junho czerwca června haziran kesäkuuta июня",
  "7": "july jul juli juillet julio luglio julho lipca července temmuz heinäkuuta июля",
  "8": "august aug augusti augustus août agosto sierpnia srpna ağustos elokuuta августа",
  "9": "september sept sep septembre septiembre setiembre settembre setembro września září eylül syyskuuta сентября",
  "10": "october oct oktober octobre octubre ottobre outubro października října ekim lokakuuta октября",
  "11": "november nov novembre noviembre novembro listopada listopadu kasım marraskuuta ноября",
  "12": "december dec dezember decembre décembre diciembre dicembre dezembro desember grudnia prosince aralık joulukuuta декабря"}
  | to_entries | map(.key as $n | .value | split(" ")[] | {key: ., value: ($n | tonumber)}) | from_entries;

def two: tostring | if length < 2 then "0" + . else . end;

# read_time: a date of any of these languages as YYYY-MM-DD HH:MM, which `date -d` reads; null where it is not understood. 1/2/2026 is not: it has two meanings.
def read_time($months):
  (gsub("\\s+"; " ") | ascii_downcase) as $text
  | ([$text | match("(?<![0-9:])([0-9]{1,2})(?::| ?h ?)([0-9]{2})(?::[0-9]{2})?(?![0-9:])(?: ?([ap])\\.? ?m\\b)?").captures | map(.string)][0]) as $clock
  | (($text | capture("(?<![0-9])(?<y>20[0-9]{2})[-.](?<m>[0-9]{1,2})[-.](?<d>[0-9]{1,2})(?![0-9])")?)
     // ($text | capture("(?<y>20[0-9]{2}) ?年 ?(?<m>[0-9]{1,2}) ?月 ?(?<d>[0-9]{1,2}) ?日")?)
     // ($text | capture("(?<![0-9])(?<d>[0-9]{1,2})\\. ?(?<m>[0-9]{1,2})\\. ?(?<y>20[0-9]{2})(?![0-9])")?)
     // ([$text | scan("\\p{L}+") | $months[.] | values] | unique) as $month
        | ([$text | scan("(?<![0-9])20[0-9]{2}(?![0-9])")] | unique) as $year
        | ([$text | gsub("[0-9]{1,2}( ?h ?|:)[0-9]{2}"; " ") | scan("(?<![0-9])[0-9]{1,2}(?![0-9])")] | unique) as $day
        | if ($month | length) == 1 and ($year | length) == 1 and ($day | length) == 1 then {y: $year[0], m: ($month[0] | tostring), d: $day[0]} else null end) as $date
  # A half of the day in words that are not known here would be half a day wrong.
  | if $clock == null or $date == null or ($text | test("下午|午後|오후|上午|午前|오전|[πμ]\\.? ?μ|مساء|صباح")) then null
    else
      ($clock[0] | tonumber) as $hour
      | (if $clock[2] == "p" and $hour < 12 then $hour + 12 elif $clock[2] == "a" and $hour == 12 then 0 else $hour end) as $hour
      | if $hour > 23 or ($clock[1] | tonumber) > 59 or ($date.m | tonumber) > 12 or ($date.m | tonumber) < 1 or ($date.d | tonumber) < 1 or ($date.d | tonumber) > 31 then null
        else "\($date.y)-\($date.m | tonumber | two)-\($date.d | tonumber | two) \($hour | two):\($clock[1])" end
    end;

# words_late: of a status like "Submitted for grading - 1 day 2 hours late" the seconds; null where it does not say so.
def words_late:
  (capture("(?<for>([0-9]+ [a-z]+,? ?)+)late\\b"; "i")? // null)
  | if . == null then null
    else [.for | ascii_downcase | match("([0-9]+) ([a-z]+)"; "g").captures | map(.string)
          | (.[0] | tonumber) * ({y: 31536000, w: 604800, d: 86400, h: 3600, m: 60, s: 1}[.[1][:1]] // 0)] | add end;

# words_extension: of such a status the date up to which somebody has more time; null where there is none.
def words_extension: (capture("extension granted until:? *(?<until>.*)$"; "i")? // {until: null}).until;
