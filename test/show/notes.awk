# notes.awk -- of what `heddle show` prints: what came of annotations: predicates, specifications, invariants, the procedures that
# compute them (without positions), and the functions that have them.
/^(spec|invariant|ghost|guard|access|predicate|readable_if|writable_if|accessible_if) / || /^pure proc/ || /^proc (add|loops|sequential)\(/ { on = 1 }
on { sub(/  +@ [0-9?]+(:[0-9]+)?$/, ""); print }
/^}/ || /^[a-z_]+ .*[^{]$/ { on = 0 }
