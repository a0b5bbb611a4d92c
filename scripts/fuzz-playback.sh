#!/usr/bin/env bash
# Plays what a hostile origin serves, and mutated files, in process with AddressSanitizer: any trap, bad access, hang, illegal event or leftover fails.
#
#   scripts/fuzz-playback.sh [SECONDS] [playbacks|files] [OPTIONS]     for so many seconds (60); OPTIONS are the program's, such as --seed 5
#
# The program is built into .build-asan, the first time for some minutes. What is made of a scenario is determined by its seed, which is printed where it fails:
#   scripts/fuzz-playback.sh 60 playbacks --direct --seed SEED --count 1
set -uo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root" || exit 2
seconds=${1:-60}
kind=${2:-playbacks}
build=(swift build --sanitize=address --scratch-path .build-asan --product PlayheadPlaybackFuzz)
nice "${build[@]}" || { echo "Fuzzing $kind: it could not be built."; exit 2; }
# Freed memory is kept for a while to catch its use; a large amount of it would hide how much the program takes. AddressSanitizer itself about doubles it.
ASAN_OPTIONS=detect_leaks=0:symbolize=0:quarantine_size_mb=16 SWIFT_BACKTRACE=enable=no \
    exec nice "$(nice "${build[@]}" --show-bin-path)/PlayheadPlaybackFuzz" "$kind" --seconds "$seconds" --megabytes 600 "${@:3}"
