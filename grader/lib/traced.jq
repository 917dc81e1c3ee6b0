# labprof's JSON (written within the student's reach) for the record: its members, each in the form that
# grader/compare relies on. Anything else fails.
def number_or_null: if type == "number" then . else null end;
def text: if type == "string" then .[:300] else null end;
def counts: if type == "object" then with_entries(select(.value | type == "number")) else {} end;
def numbers: if type == "array" then map(number_or_null) else null end;

select(type == "object" and (.schema | type == "string" and startswith("gpu-memory-labs/profile/")))
| select((.kernels | type == "array") and (.kernels | length > 0) and (.copies | type == "array"))
| {schema, device_name: (.device_name | text), complete: (.complete == true), error: (.error | text),
   kernels: [.kernels[:200][] | select(type == "object" and (.name | type == "string") and (.calls | type == "number"))
     | {name: .name[:300], calls, grid: (.grid | numbers), block: (.block | numbers), shapes: (.shapes | number_or_null),
        counts: (.counts | counts)}
       + (. as $k | [("time_ns", "min_ns", "max_ns", "registers", "static_shared", "dynamic_shared") as $n
                     | {($n): ($k[$n] | number_or_null)}] | add)],
   copies: [.copies[:200][] | select(type == "object" and (.name | type == "string"))
     | {name: .name[:300], calls: (.calls | number_or_null), time_ns: (.time_ns | number_or_null), bytes: (.bytes | number_or_null)}]}
