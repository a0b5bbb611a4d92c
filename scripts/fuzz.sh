#!/usr/bin/env bash
# Feeds damaged input to the parsers, with libFuzzer and AddressSanitizer: any trap, bad access, hang or broken rule fails.
#
#   scripts/fuzz.sh [SECONDS] [TARGET]     runs every target, or one, for so many seconds (5)
#
# The program is built into .build/fuzz, again only if sources have changed; without optimization for less than a minute. What is found along the way is kept in .build/fuzz/corpus and used
# again; an input that fails is kept in .build/fuzz/failures and named. Ends with 0 if nothing failed, with 2 if it could not be built.
set -uo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root" || exit 2
seconds=${1:-5}
only=${2:-}
# What runs for hours is worth being compiled for longer.
level=-O
((seconds < 60)) && level=-Onone
kept=.build/fuzz
build=$kept/build$level
program=$build/playhead-fuzz
modules=(PlayheadNumbers PlayheadSteering PlayheadCore PlayheadHLS PlayheadXML PlayheadCaptions PlayheadMetadata PlayheadDASH PlayheadFeeds PlayheadAds RawStructuredFieldValues PlayheadCMCD PlayheadOverlay PlayheadEngine PlayheadTerminal PlayheadControl PlayheadPages)
# What pages send is read by SwiftNIO, which is taken as the package builds it, without sanitizers and coverage.
nio_targets=(NIOEmbedded NIOWebSocket)
nio_modules=(NIOCore NIOEmbedded NIOHTTP1 NIOWebSocket NIOConcurrencyHelpers _NIOBase64 _NIODataStructures CNIOAtomics CNIODarwin CNIOLinux CNIOLLHTTP CNIOPosix CNIOSHA1
    Atomics _AtomicsShims DequeModule BasicContainers ContainersPreview InternalCollectionsUtilities)
nio_objects=()
options=(-parse-as-library -swift-version 6 -package-name playhead "$level" -whole-module-optimization -enable-testing -sanitize=address,fuzzer -I "$build" -suppress-warnings)
# The ads and feeds are parsed by libxml2, which is taken as the system has it, without sanitizers and coverage.
options+=(-Xcc -fmodule-map-file="$root/Sources/System/CLibXML2/module.modulemap")
for flag in $(pkg-config --cflags libxml-2.0); do options+=(-Xcc "$flag"); done

# The files of a module, each ended by a zero: of the terminal, the program, the server of pages and the engine only what is pure.
sources() {
    case $1 in
        PlayheadTerminal) find Sources/Tools/PlayheadTerminal/Text -name '*.swift' -print0 ;;
        PlayheadEngine) printf '%s\0' Sources/Player/PlayheadEngine/Segments/{Encryption/ClearKeyLicense,Model/ProtectionSystems}.swift ;;
        PlayheadControl) find Sources/Tools/PlayheadCommand/Control -name '*.swift' -print0 ;;
        PlayheadPages) find Sources/Player/PlayheadOverlayServer/Protocol -name '*.swift' -print0 ;;
        # The parser of structured fields is compiled with the sanitizer too.
        RawStructuredFieldValues) find .build/checkouts/swift-http-structured-headers/Sources/RawStructuredFieldValues -name '*.swift' -print0 ;;
        PlayheadFuzz) find Fuzz/Sources -name '*.swift' -print0 ;;
        *) find Sources/*/"$1" -name '*.swift' -print0 ;;
    esac | sort -z
}

# What the program is made of, as a checksum.
fingerprint() {
    { swift --version 2>/dev/null
      cat "${BASH_SOURCE[0]}" Package.resolved
      for name in "${modules[@]}" PlayheadFuzz; do sources "$name"; done | xargs -0 cat; } | sha256sum
}

# Builds SwiftNIO for the modules that import it, and collects what they are compiled and linked with.
build_nio() {
    local name file
    for name in "${nio_targets[@]}"; do swift build --target "$name" >&2 || return; done
    local folder
    folder=$(swift build --show-bin-path) || return
    options+=(-I "$folder/Modules")
    for file in "$folder"/CNIO*.build/module.modulemap .build/checkouts/{swift-atomics/Sources/_AtomicsShims,swift-nio/Sources/CNIOWindows}/include/module.modulemap; do
        options+=(-Xcc "-fmodule-map-file=$file")
    done
    for name in "${nio_modules[@]}"; do
        while IFS= read -r -d '' file; do nio_objects+=("$file"); done < <(find "$folder/$name.build" -name '*.o' -print0)
    done
}

build_module() {
    local name=$1
    sources "$name" | xargs -0 \
        nice swiftc "${options[@]}" -module-name "$name" -emit-module -emit-module-path "$build/$name.swiftmodule" -c -o "$build/$name.o"
}

# Builds two modules at the same time.
build_modules() {
    local first
    build_module "$1" &
    first=$!
    build_module "$2"
    local status=$?
    wait "$first" && ((status == 0))
}

build_program() {
    local name sum
    sum=$(fingerprint)
    [[ -x $program && $(cat "$build/fingerprint" 2>/dev/null) == "$sum" ]] && return
    echo "Fuzzing: building"
    mkdir -p "$build"
    rm -f "$build/fingerprint"
    # Two at a time; all but HLS need Core, the program needs all.
    build_module PlayheadNumbers && build_module PlayheadSteering || return
    build_modules PlayheadCore PlayheadHLS && build_modules PlayheadXML PlayheadMetadata || return
    build_modules PlayheadCaptions PlayheadOverlay && build_module PlayheadDASH || return
    build_module RawStructuredFieldValues && build_module PlayheadCMCD || return
    build_modules PlayheadAds PlayheadEngine || return
    build_module PlayheadFeeds && build_modules PlayheadTerminal PlayheadControl || return
    build_nio && build_module PlayheadPages && build_module PlayheadFuzz || return
    # The system's linker warns of every symbol of the sanitizer.
    swiftc -sanitize=address,fuzzer -use-ld=lld "$build"/*.o "${nio_objects[@]}" $(pkg-config --libs libxml-2.0) -o "$program" || return
    echo "$sum" >"$build/fingerprint"
}

run_target() {
    local target=$1 found=$kept/corpus/$1 log=$kept/$1.log
    mkdir -p "$found" "$kept/failures"
    # Leaks and symbols are looked for once something has failed; the toolchain's backtraces would hold the process.
    PLAYHEAD_FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:symbolize=0 timeout -k 5 $((seconds + 60)) nice \
        "$program" "$found" "Fuzz/Corpus/$target" -max_total_time="$seconds" -timeout=25 -max_len=8192 -rss_limit_mb=4096 \
        -artifact_prefix="$kept/failures/$target-" -print_final_stats=1 >"$log" 2>&1 </dev/null
    local status=$?
    if ((status == 0)); then
        echo "Fuzzing $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s, nothing found."
        return
    fi
    echo "Fuzzing $target: failed with status $status."
    grep -E 'Fatal error|ERROR|SUMMARY|Test unit written' "$log" | head -n 20
    return 1
}

build_program || { echo "Fuzzing: it could not be built."; exit 2; }
targets=()
for folder in Fuzz/Corpus/*/; do
    target=$(basename "$folder")
    [[ -z $only || $only == "$target" ]] && targets+=("$target")
done
((${#targets[@]})) || { echo "Fuzzing: there is no target $only."; exit 2; }
# Two at a time.
failed=0
for ((index = 0; index < ${#targets[@]}; index += 2)); do
    pids=()
    for target in "${targets[@]:index:2}"; do
        run_target "$target" &
        pids+=("$!")
    done
    for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
done
exit "$failed"
