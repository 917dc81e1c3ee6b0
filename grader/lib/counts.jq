# counts: the CPU device's profile (text written within the student's reach) as lines of four fields: kernel, number
# of the launch of this kernel (from 0), name of the count, value. "constant.requests" is the member
# requests of the launch's group constant. Of a text that is no profile one line: "no profile". The
# time must grow with the profile and no faster, whatever is in it: nothing is added to a growing object here.
def plain: if test("[\\x00-\\x1f]") then gsub("[\\x00-\\x1f]"; " ") else . end;

def counted:
  (.launches // []) as $launches
  | [$launches | to_entries[] | {at: .key, kernel: (.value.kernel | tostring | .[:200] | plain)}]
  | group_by(.kernel)
  | [.[] | to_entries[] | .value + {number: .key}]
  | sort_by(.at)
  | limit(100000;
      .[] as $head
      | $launches[$head.at]
      | paths(numbers) as $path
      | "\($head.kernel)\t\($head.number)\t\($path | map(tostring) | join(".") | .[:200] | plain)\t\(getpath($path))");

def counts: try [fromjson | counted] catch ["no profile"] | .[];
