# How a run ended, for the judge: "ok", "exit N", or one word and run_student's message.
if .status == "ok" then "ok"
elif .status == "exit" then "exit \(.exit)"
else "\(.status) \(.message | gsub("[\n\t]"; " "))" end
