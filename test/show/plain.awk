# plain.awk -- of what `heddle show` prints: without main, the library and positions.
/^region / || /^library / || /^exception / { skip = $1 == "library"; next }
/^proc main\(/ { skip = 1 }
!skip { sub(/ +@ [0-9?]+(:[0-9]+)?( \{)?$/, / \{$/ ? " {" : ""); if ($0 != "" || last != "") print; last = $0 }
/^}/ { skip = 0 }
