#!/usr/bin/env bash
# Runs the viewers of deploy/locust by a real Locust master and two workers on loopback, against a sample and against a server that fails, and checks Locust's
# statistics. Installs Locust into .build/locust with pip; skips where that fails.
#
#   scripts/check-locust.sh        the program has to be built: swift build --product playhead
set -uo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
export PLAYHEAD=${PLAYHEAD:-$root/.build/debug/playhead} PLAYHEAD_VIEWERS=3 PLAYHEAD_WATCH_TIME=4s PYTHONDONTWRITEBYTECODE=1
environment=$root/.build/locust
work=$(mktemp -d)
trap 'rm -rf "$work"; kill $(jobs -p) 2>/dev/null' EXIT

if [[ ! -x $environment/bin/locust ]]; then
    python3 -m venv "$environment" && "$environment/bin/pip" -q install locust || {
        echo "locust: skipped, because it can't be installed"
        exit 0
    }
fi

# Runs master and workers for some seconds against the stream "$1"; the statistics are in the files "$2"_*.csv.
run_locust() {
    local port=$((20000 + RANDOM % 20000)) workers=() number
    local options=(-f "$root/deploy/locust/locustfile.py" --only-summary)
    for number in 1 2; do
        timeout 90 "$environment/bin/locust" "${options[@]}" --worker --master-host 127.0.0.1 --master-port "$port" >"$2.worker$number" 2>&1 &
        workers+=($!)
    done
    timeout 90 "$environment/bin/locust" "${options[@]}" --master --headless --host "$1" --expect-workers 2 -u 4 -r 4 -t 12s \
        --master-bind-host 127.0.0.1 --master-bind-port "$port" --csv "$2" >"$2.master" 2>&1
    wait "${workers[@]}"
}

# Prints the requests and failures of the entry "$2" of the statistics "$1".
counts() { awk -F, -v name="$2" '$2 == name { print $3, $4 }' "$1_stats.csv"; }

"$PLAYHEAD" serve --sample >"$work/address" 2>&1 &
until grep -q m3u8 "$work/address"; do
    kill -0 $! || { cat "$work/address"; exit 1; }
    sleep 0.2
done
run_locust "$(head -1 "$work/address")" "$work/good"
read -r starts failures < <(counts "$work/good" startup)
read -r playbacks failed < <(counts "$work/good" playback)
# Nobody listens on port 1.
run_locust http://127.0.0.1:1/main.m3u8 "$work/bad"
read -r attempts refused < <(counts "$work/bad" playback)

echo "locust: ${starts:-0} starts, ${playbacks:-0} playbacks, ${failed:-0} failed; without a server ${refused:-0} of ${attempts:-0} failed"
# Four users with three viewers each.
if ((${starts:-0} >= 12 && ${playbacks:-0} >= 12 && ${failed:-0} == 0 && ${refused:-0} > 0 && ${refused:-0} == ${attempts:-0})); then exit 0; fi
cat "$work"/*.master
exit 1
