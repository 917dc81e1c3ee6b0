# The CPU device's profile (written within the student's reach) as lines of four fields: kernel, number
# of the launch of this kernel (from 0), name of the count, value. "constant.requests" is the member
# requests of the launch's group constant.
reduce (.launches // [])[] as $launch ({seen: {}, lines: []};
  ($launch.kernel | tostring) as $kernel
  | (.seen[$kernel] // 0) as $number
  | .seen[$kernel] = $number + 1
  | .lines += [$launch | paths(numbers) as $path
               | [$kernel, $number, ($path | map(tostring) | join(".")), getpath($path)]])
| .lines[] | map(tostring | gsub("[\\x00-\\x1f]"; " ")) | join("\t")
