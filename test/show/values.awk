# values.awk -- of what `heddle show` prints: the values that are tried for each input, a line for each procedure.  (Behind
# `mov.all` come first all values, for engines that ask a solver, then those that the machine tries.)
/^proc / { name = $2; sub(/\(.*/, "", name); text = name ":" }
$3 == "mov.all" { text = text (seen++ ? " /" : ""); left = 1 }
$3 ~ /^choose/ && left > 0 { left--; next }
$3 ~ /^choose/ && $4 == "u32" && $5 == "0," && left == 0 && name != "" { many = $6; pending = 1; next_is = NR + 1; range = $5 " " $6 }
$3 ~ /^choose/ && !($4 == "u32" && $5 == "0,") { text = text " [" $5 " " $6 "]"; pending = 0 }
$1 == "switch" && NR == next_is { pending = 0 }
pending && NR == next_is { text = text " [" range "]"; pending = 0 }
$3 == "mov" && $5 ~ /^-?[0-9]+$/ && seen { text = text " " $5 }
/^}/ && seen { print text; seen = 0; left = 0 }
