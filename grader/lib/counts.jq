# counts: the CPU device's profile (text written within the student's reach) as lines of four fields: kernel, number
# of the launch of this kernel (from 0), name of the count, value. "constant.requests" is the member
# requests of the launch's group constant. Of a text that is no profile one line: "no profile". The
# time must grow with the profile and no faster, whatever is in it: nothing is added to a growing object here. Of a kernel
# that is launched very often (a mean over 1000 launches) the first and the last launches are told whole, and of those between
# what tables of times are judged by.
def plain: if test("[\\x00-\\x1f]") then gsub("[\\x00-\\x1f]"; " ") else . end;

# Of a launch between others: is the count at this path told?
def counts_between($path):
  if $path | length == 1 then $path[0] == "launch" or $path[0] == "events"
  else $path[0] != "divergence" and (.[$path[0]] | type != "object" or .requests != 0) end;

def counted:
  (.launches // []) as $launches
  | [$launches | to_entries[] | {at: .key, kernel: (.value.kernel | tostring | .[:200] | plain)}]
  | group_by(.kernel)
  | [.[] | length as $of | to_entries[] | .value + {number: .key, whole: (.key < 100 or .key >= $of - 40)}]
  | sort_by(.at)
  | (if any(.[]; .kernel | length > 80) then 100000 else 350000 end) as $lines
  | limit($lines;
      .[] as $head
      | $launches[$head.at]
      | limit(1000; paths(numbers)) as $path
      | select($head.whole or counts_between($path))
      | "\($head.kernel)\t\($head.number)\t\($path | map(tostring) | join(".") | .[:200] | plain)\t\(getpath($path))");

def counts: try [fromjson | counted] catch ["no profile"] | .[];
