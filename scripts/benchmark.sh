#!/usr/bin/env bash
# Measures the workloads of Benchmarks/PlayheadWorkloads, and compares their costs with the committed thresholds in Benchmarks/Thresholds.
#
#   scripts/benchmark.sh                      instructions and times; ends with a status other than 0 if a workload costs more
#   scripts/benchmark.sh --instructions       only the instructions and allocations, by callgrind: close, independent of other programs
#   scripts/benchmark.sh --times              only the times, by the library of ordo-one/benchmark: wide, they find only what is several times slower
#   scripts/benchmark.sh --update             writes the measured costs as thresholds
#   scripts/benchmark.sh --filter REGEX       only the workloads whose name matches
#
# The release build is in .build-benchmarks, so that neither the plan nor the packages of other builds change; the first one takes some minutes.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"
source scripts/packages.sh
scratch=.build-benchmarks
kinds=(instructions times)
operation=check
filter=.*
while (($#)); do
    case $1 in
        --instructions | --times) kinds=("${1#--}") ;;
        --update) operation=update ;;
        --filter)
            filter=${2:?"--filter needs a regular expression"}
            shift
            ;;
        *) die "Unknown option $1; the head of scripts/benchmark.sh describes the options." ;;
    esac
    shift
done
require_swift
require_packages "${build_packages[@]}" "${benchmark_packages[@]}"
export PLAYHEAD_BENCHMARKS=1

# The resolved versions of the builds without benchmarks return at the end.
exchange_resolved() {
    mkdir -p "$scratch"
    rm -f "$scratch/other.resolved"
    [[ ! -e Package.resolved ]] || mv Package.resolved "$scratch/other.resolved"
    [[ ! -e $scratch/own.resolved ]] || cp -p "$scratch/own.resolved" Package.resolved
}
restore_resolved() {
    [[ ! -e Package.resolved ]] || mv Package.resolved "$scratch/own.resolved"
    [[ ! -e $scratch/other.resolved ]] || mv "$scratch/other.resolved" Package.resolved
}

check_instructions() {
    local options=(--filter "$filter")
    [[ $operation == check ]] || options+=(--update)
    swift build -c release --scratch-path "$scratch" --product PlayheadWorkloadCounts >&2 || die "The build failed."
    # The interpreter of Debian, as for ./bench.
    PYTHONPATH=Benchmarks /usr/bin/python3 -m Instructions "$(swift build -c release --scratch-path "$scratch" --show-bin-path)/PlayheadWorkloadCounts" "${options[@]}"
}

check_times() {
    swift package --scratch-path "$scratch" --allow-writing-to-package-directory benchmark thresholds "$operation" \
        --target PlayheadMicrobenchmarks --path Benchmarks/Thresholds --filter "$filter" --no-progress
}

exchange_resolved
trap restore_resolved EXIT
status=0
for kind in "${kinds[@]}"; do "check_$kind" || status=1; done
exit "$status"
