# Counts tests by the events that Swift Testing writes, one JSON object a line with its keys in order; sourced by ./test.

# The failures, which are printed at the end as well, where they are found easily.
failures=()

# Counts one failure and reports it at once and at the end.
fail() {
    echo "$1"
    failures+=("$1")
    failed=$((failed + 1))
}

# Adds the tests of the event stream "$1" to `passed`, `failed` and `skipped`, and names those that failed, with what they said, in `failures`.
#
# A test with an issue that is not a known one has failed, and so has one that began and never ended: the run crashed in it.
count_tests() {
    local counts named passed_now failed_now skipped_now
    if [[ ! -s $1 ]]; then
        fail "The tests of $1 reported nothing."
        return
    fi
    counts=$(awk '
        function plain(said) {
            gsub(/\\n/, "\n      ", said)
            gsub(/\\"/, "\"", said)
            return said
        }
        function text(key,    at) {
            if (!match($0, "\"" key "\":\"([^\"\\\\]|\\\\.)*\"")) return ""
            at = length(key) + 4
            return substr($0, RSTART + at, RLENGTH - at - 1)
        }
        /"kind":"test",/ { if (/"kind":"function"/) tests[text("id")] = 1; next }
        { id = text("testID") }
        /"kind":"testStarted"/ { started[id] = 1 }
        /"kind":"testEnded"/ { ended[id] = 1 }
        /"kind":"testSkipped"/ { skips[id] = 1 }
        /"kind":"issueRecorded"/ { if (/"isFailure":true/) { if (id in tests) bad[id] = 1; else outside++; said[id] = said[id] "\n    " plain(text("text")) } }
        END {
            for (id in tests) {
                if (id in skips) skipped++
                else if (id in bad || id in started && !(id in ended)) { failed++; print "Failed: " id said[id] }
                else if (id in ended) passed++
            }
            if (outside) { failed++; print "Failed outside of a test" said[""] }
            print passed + 0, failed + 0, skipped + 0
        }' "$1")
    named=$(sed '$d' <<<"$counts" | sed 's,\\/,/,g')
    if [[ -n $named ]]; then failures+=("$named"); fi
    read -r passed_now failed_now skipped_now <<<"$(tail -n 1 <<<"$counts")"
    passed=$((passed + passed_now))
    failed=$((failed + failed_now))
    skipped=$((skipped + skipped_now))
}
