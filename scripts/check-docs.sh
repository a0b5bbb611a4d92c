#!/usr/bin/env bash
# Checks every code block and every command of the documents: Swift is compiled, the commands of our programs are run, other commands have to be there, and the
# options in docs/COMMAND_LINE.md are those of the programs. The last line counts: docs: N passed, N failed, N skipped.
#
#   scripts/check-docs.sh          everything has to be built: by './test' or 'swift build'
#
# A block says by its tag what it is: swift, sh, or, for what is no program, text, json, html or js. One without a tag fails.
set -uo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root" || exit 2
source scripts/packages.sh
bin=$root/.build/debug
work=$root/.build/docs-check
passed=0
failed=0
skipped=0
declare -A others=()

pass() { passed=$((passed + 1)); }
fail() {
    echo "Documents, failed: $1"
    failed=$((failed + 1))
}
skip() {
    echo "Documents, skipped: $1"
    skipped=$((skipped + 1))
}

# Writes each block of "$1" to a file NUMBER.TAG of the folder "$2"; a number is the line where the block begins. Indented blocks, as of old Markdown, have no tag.
extract() {
    awk -v folder="$2" '
        /^ *```/ {
            if (inside) { close(file); inside = 0; next }
            tag = $0
            sub(/^ *```/, "", tag)
            file = folder "/" (NR + 1) "." (tag == "" ? "untagged" : tag)
            printf "" > file
            inside = 1
            next
        }
        inside { print > file; next }
        /^    [^ ]/ && previous ~ /^$/ { print > (folder "/" NR ".untagged") }
        { previous = $0 }' "$1"
}

# MARK: Swift

# What a compiler needs to know of the modules that were built.
find_modules() {
    local map
    flags=(-swift-version 6 -I "$bin/Modules" -plugin-path "$(toolchain_folder)/lib/swift/host/plugins/testing")
    while read -r map; do flags+=(-Xcc "$map"); done < <(grep -oh '"-fmodule-map-file=[^"]*"' .build/debug.yaml | sort -u | tr -d '"')
    for library in libavformat chafa libpulse libsystemd libxml-2.0 gtk4 webkitgtk-6.0; do
        while read -r map; do [[ -z $map ]] || flags+=(-Xcc "$map"); done < <(pkg-config --cflags-only-I "$library" 2>/dev/null | tr ' ' '\n')
    done
}

# Prints a block that is a part of a program as one: with what the text around it says is there.
complete() {
    local module
    for module in Foundation Playhead PlayheadGTK PlayheadNowPlaying PlayheadOverlay PlayheadOverlayGTK PlayheadOverlayServer PlayheadPulse \
        PlayheadTestKit Testing; do
        echo "import $module"
    done
    grep '^import ' "$1"
    cat <<'END'
final class Label { var text = "" }
final class Button { var isEnabled = false }
@MainActor func surroundings(url: URL, file: URL, folder: URL, lines: [String], window: UnsafeMutablePointer<GtkWindow>) async throws {
    var configuration = PlayerConfiguration()
    let player = Player(configuration: configuration)
    let item = PlayerItem(url: url)
    let view = PlayerView()
    let (label, skipButton) = (Label(), Button())
    do {
END
    grep -v '^import ' "$1"
    cat <<'END'
    }
    _ = (configuration, player, item, view, label, skipButton)
    configuration = PlayerConfiguration()
}
END
}

# A manifest has to be one, and to name products that this package has. Its file is named beside the block.
check_manifest() {
    local place=$1 block=$2 folder product
    folder=$work/manifest
    rm -rf "$folder"
    mkdir -p "$folder"
    cp "$block" "$folder/Package.swift"
    if ! swift package --package-path "$folder" dump-package >"$folder/package.json" 2>"$folder/log"; then
        fail "$place: the manifest is none: $(grep -m 1 error: "$folder/log")"
        return
    fi
    for product in $(grep -o '\.product(name: "[A-Za-z]*"' "$block" | cut -d '"' -f 2); do
        grep -qE "\.library\(name: \"$product\"" Package.swift || fail "$place: there is no product $product"
    done
    # The identity of a package is the name of its folder.
    grep -q 'package: "playhead"' "$block" || fail "$place: the package is called playhead"
    grep -q 'defaultIsolation(MainActor.self)' "$block" && program_flags=(-default-isolation MainActor)
    pass
}

check_swift() {
    local place=$1 block=$2 source log=$work/swiftc.log
    source=$work/source/main.swift
    mkdir -p "$work/source"
    if grep -q '^// swift-tools-version' <<<"$(head -n 1 "$block")"; then
        check_manifest "$place" "$block"
        return
    fi
    local -a options=("${flags[@]}")
    # Beside a manifest stands the program that it is for.
    if ((${#program_flags[@]})) && grep -q '^import ' "$block"; then
        cp "$block" "$source"
        options+=("${program_flags[@]}")
    else
        complete "$block" >"$source"
    fi
    if swiftc -typecheck "${options[@]}" "$source" >"$log" 2>&1; then
        pass
    else
        fail "$place: the code does not compile: $(grep -m 3 error: "$log")"
    fi
}

# MARK: Commands

# Makes the files that the commands name.
make_files() {
    local folder=$work/files
    rm -rf "$folder"
    mkdir -p "$folder/media" "$folder/bin"
    ln -s "$root/Examples" "$folder/Examples"
    ffmpeg -hide_banner -loglevel error -nostdin -y -f lavfi -i testsrc2=size=160x90:rate=10 -f lavfi -i sine=frequency=440 -t 2 -c:v libx264 \
        -preset ultrafast -pix_fmt yuv420p -c:a aac "$folder/movie.mp4" || return
    ffmpeg -hide_banner -loglevel error -nostdin -y -i "$folder/movie.mp4" -c copy -f hls -hls_time 1 -hls_playlist_type vod \
        -hls_segment_filename "$folder/media/seg%d.ts" "$folder/media/main.m3u8" || return
    ln -s media/main.m3u8 "$folder/stream.m3u8"
    cp "$folder"/media/* "$folder"
    ln -s "$bin/playhead" "$folder/bin/playhead"
    ln -s "$bin/playhead-desktop" "$folder/bin/playhead-desktop"
}

# Runs a command of our own programs among those files: everything but wrong usage, or a failure that is not for want of a display, is right.
run_command() {
    local place=$1 command=$2 status=0 expected=0 log=$work/command.log
    # What is written for the reader to fill in.
    command=${command//URL…/movie.mp4}
    command=${command//https:\/\/…/movie.mp4}
    case $command in
        "./play --desktop"*) command="playhead-desktop${command#./play --desktop}" ;;
        "./play") command="playhead play" ;;
        "./play "*) command="playhead${command#./play}" ;;
    esac
    # Without a display the window ends with 1 once its arguments are read; wrong ones end it with 2.
    [[ $command == playhead-desktop* ]] && expected=1
    # Where a program that reads on is not installed, what it would have read is looked at.
    if [[ $command == *"|"* ]] && ! command -v "$(awk -F'|' '{ print $2 }' <<<"$command" | awk '{ print $1 }')" >/dev/null; then
        command=${command%%|*}
    fi
    # The address of an earlier server must not be found.
    : >"$log"
    (
        cd "$work/files" || exit 2
            exec env -u DISPLAY -u WAYLAND_DISPLAY PATH="$work/files/bin:$PATH" timeout --signal=TERM --preserve-status 60 bash -c "exec $command"
    ) >"$log" 2>&1 </dev/null &
    # A server runs until it is asked to end.
    if [[ $command == "playhead serve"* ]]; then
        for _ in {1..600}; do
            grep -q '^http://' "$log" && break
            kill -0 $! 2>/dev/null || break
            sleep 0.1
        done
        kill -TERM $!
    fi
    wait $! || status=$?
    if ((status == expected)); then
        pass
    else
        fail "$place: '$command' ended with status $status: $(tail -n 2 "$log" | cut -c 1-300)"
    fi
}

# Of a command that is not ours the program has to be there, or be one that our lists of packages bring or name; so have the files of ours that it names.
check_command() {
    local place=$1 command=$2 word program=
    for word in $command; do
        [[ $word == *=* && -z $program ]] && continue
        [[ -n $program ]] || program=$word
        case $word in
            Tests/* | scripts/* | Sources | Examples | Benchmarks | Fuzz/*)
                [[ -e $word ]] || { fail "$place: '$command' names $word, which is not there"; return; } ;;
        esac
    done
    case $program in
        ./* | scripts/*) [[ -x $program ]] || { fail "$place: $program is no program"; return; } ;;
        .build/*) [[ $program == .build/*/playhead-fuzz ]] || { fail "$place: nothing makes $program"; return; } ;;
        apt-get)
            for word in $command; do
                case $word in apt-get | install | -*) continue ;; esac
                # Not through a pipe, whose end would fail when it is found early.
                grep -qxF "$word" <<<"$(printf '%s\n' "${build_packages[@]}" "${run_packages[@]}" "${desktop_packages[@]}" "${test_packages[@]}")" ||
                    { fail "$place: scripts/packages.sh does not have $word"; return; }
            done
            for word in "${build_packages[@]}"; do
                [[ " $command " == *" $word "* ]] || { fail "$place: $word is missing"; return; }
            done ;;
        *) command -v "$program" >/dev/null || { skip "$place: $program is not installed"; return; } ;;
    esac
    if ! bash -n <<<"$command" 2>/dev/null; then fail "$place: '$command' can't be parsed"; return; fi
    pass
}

check_commands() {
    local place=$1 line command=
    while IFS= read -r line; do
        # A comment after the command, and a line that goes on.
        line=$(sed -E 's/(^|[[:space:]]+)#[[:space:]].*$//' <<<"$line")
        if [[ $line == *\\ ]]; then
            command+="${line%\\} "
            continue
        fi
        command+=$line
        case $command in
            "") ;;
            playhead\ * | playhead-desktop\ * | ./play | ./play\ *) run_command "$place" "${command%"${command##*[![:space:]]}"}" ;;
            *) check_command "$place" "$command" ;;
        esac
        command=
    done <"$2"
}

# MARK: Options

# The options that a program's help names, one a line, sorted.
options_of_help() { "$@" --help | awk '/^  --/ { print $1 }' | tr / '\n' | grep -vxE -- '--(help|version)' | sort -u; }

# The options that a section of docs/COMMAND_LINE.md names in its text.
options_of_section() { awk -v name="## $1" 'index($0, "## ") == 1 { inside = index($0, name) == 1 } inside' docs/COMMAND_LINE.md | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u; }

# Every option has its place in the document, and every option there is one.
check_options() {
    local name=$1 option known named
    shift
    known=$(options_of_help "$@")
    named=$(options_of_section "$name")
    for option in $known; do
        # Sound, picture and requests of probe and inspect are described once.
        case $name:$option in
            "playhead probe:--certificate-authority" | "playhead inspect:--certificate-authority") continue ;;
            "playhead play:--autoplay") continue ;;
        esac
        if grep -qxF -- "$option" <<<"$named"; then pass; else fail "docs/COMMAND_LINE.md: $name does not have $option"; fi
    done
    for option in $named; do
        case $name:$option in "playhead-desktop:--desktop" | "playhead replay:--json") continue ;; esac
        grep -qxF -- "$option" <<<"$known" || fail "docs/COMMAND_LINE.md: $name has no option $option"
    done
}

check_blocks() {
    local document folder block tag number
    for document in README.md ARCHITECTURE.md CONTRIBUTING.md KNOWN_ISSUES.md docs/*.md Sources/*/*/*.docc/*.md; do
        folder=$work/blocks/$(tr / _ <<<"$document")
        mkdir -p "$folder"
        extract "$document" "$folder"
        program_flags=()
        while read -r number; do
            for block in "$folder/$number".*; do
                tag=${block##*.}
                case $tag in
                    swift) check_swift "$document:$number" "$block" ;;
                    sh) check_commands "$document:$number" "$block" ;;
                    text | json | html | js) others[$tag]=$((${others[$tag]:-0} + 1)) ;;
                    *) fail "$document:$number: the block's tag '$tag' says not what it is" ;;
                esac
            done
        done < <(find "$folder" -type f -printf '%f\n' | cut -d . -f 1 | sort -n)
    done
}

rm -rf "$work"
mkdir -p "$work"
program_flags=()
find_modules
make_files || fail "the files for the commands could not be made"
check_blocks
for command in play monitor probe inspect serve replay report abr; do check_options "playhead $command" "$bin/playhead" "$command"; done
check_options playhead-desktop "$bin/playhead-desktop"
for tag in "${!others[@]}"; do echo "Documents: ${others[$tag]} blocks of $tag are no programs."; done
echo "docs: $passed passed, $failed failed, $skipped skipped"
((failed == 0 && passed > 0))
