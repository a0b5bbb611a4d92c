# The Debian packages that Playhead needs; sourced by ./play, ./test, ./bench and scripts.

# Headers and libraries to build with. Their libraries are what the program runs with.
build_packages=(
    pkg-config
    libavformat-dev libavcodec-dev libavutil-dev libavfilter-dev libswresample-dev libswscale-dev
    libcurl4-openssl-dev zlib1g-dev libbrotli-dev libzstd-dev libpulse-dev libchafa-dev libsystemd-dev libxml2-dev
)
# The `ffmpeg` command makes the sample stream.
run_packages=(ffmpeg)
# GTK and its symbols, for the window, and WebKit for overlays in it; what is built without them has none.
desktop_packages=(libgtk-4-dev adwaita-icon-theme libwebkitgtk-6.0-dev)
# Certificates and TLS for servers of the tests' own; a server with HTTP/2; sound servers and a recorder of the tests' own; a session bus, a client of it, and what assistive technology asks; displays, window managers, and hands; a browser;
# readers of metrics and of what the packages install: desktop files, icons, manual pages, completions, the Flatpak manifest; makers of media.
test_packages=(
    openssl libssl-dev nghttp2-server python3 python3-gi pulseaudio pulseaudio-utils pipewire pipewire-pulse wireplumber dbus-daemon at-spi2-core playerctl systemd
    xvfb xauth openbox xdotool sway grim wtype chromium zstd
    python3-venv python3-prometheus-client prometheus prometheus-pushgateway
    desktop-file-utils appstream librsvg2-bin mandoc zsh fish bash-completion flatpak-builder
    gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly gstreamer1.0-libav
    mkvtoolnix
)
# Builds and checks Debian packages, and installs them in a bare root.
packaging_packages=(debhelper dpkg-dev fakeroot lintian python3)
package_test_packages=(debootstrap)
# Counts instructions; its interpreter compares them.
benchmark_packages=(valgrind python3)
# Other players, which ./bench measures beside Playhead, and its interpreter.
bench_packages=(
    python3 python3-gi gir1.2-gstreamer-1.0 ffmpeg openssl mpv vlc-bin vlc-plugin-base chromium
    gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-libav
)

# Prints a line on standard error: standard output belongs to the program.
say() { printf '%s\n' "$*" >&2; }

# Says what is wrong and ends.
die() {
    say "$@"
    exit 1
}

# The packages of "$@" that are not installed, one a line.
missing_packages() {
    local installed
    # It fails where it doesn't know one of them.
    installed=$({ dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } | sed -n 's/^installed //p')
    printf '%s\n' "$@" | grep -vxF -f <(printf '%s\n' "$installed" '-') || true
}

# Prints what is missing of the packages of "$@" on a system that is not Debian: modules of pkg-config, and commands.
missing_modules() {
    local package module
    for package; do
        case $package in
            libgtk-4-dev) module=gtk4 ;;
            libchafa-dev | libsystemd-dev | libzstd-dev | libpulse-dev) module=$(sed 's/^libchafa/chafa/; s/-dev$//' <<<"$package") ;;
            libxml2-dev) module=libxml-2.0 ;;
            libcurl4-openssl-dev) module=libcurl ;;
            libbrotli-dev) module=libbrotlidec ;;
            zlib1g-dev) module=zlib ;;
            libav*-dev | libsw*-dev) module=${package%-dev} ;;
            pkg-config | ffmpeg)
                command -v "$package" >/dev/null || echo "$package"
                continue
                ;;
            # Not needed, or asked for by the programs themselves.
            *) continue ;;
        esac
        pkg-config --exists "$module" 2>/dev/null || echo "$module"
    done
}

# Ends unless the version of FFmpeg is one that the sources are written for, if its headers are in "$@".
require_ffmpeg_version() {
    local version
    [[ " $* " == *" libavformat-dev "* ]] || return 0
    version=$(pkg-config --modversion libavformat 2>/dev/null) || die "libavformat's headers are not found by pkg-config; install FFmpeg 5.1 to 7.1 with its headers."
    # libavformat 59.27 belongs to FFmpeg 5.1, 61 to 7.
    pkg-config --atleast-version=59.27 libavformat && ! pkg-config --atleast-version=62 libavformat ||
        die "FFmpeg 5.1 to 7.1 is needed, and this is another (libavformat $version); install it with its headers, or name their pkgconfig folder in PKG_CONFIG_PATH."
}

# Ends unless libcurl is one that the sources are written for, if its headers are in "$@".
require_curl() {
    local features
    [[ " $* " == *" libcurl4-openssl-dev "* ]] || return 0
    pkg-config --atleast-version=7.87 libcurl 2>/dev/null ||
        die "libcurl 7.87 or newer is needed, and this is another ($(pkg-config --modversion libcurl 2>&1 | head -n 1)); install it with its headers, or name their pkgconfig folder in PKG_CONFIG_PATH."
    # In quotation marks since libcurl 8; builds of some systems do not say.
    features=$(pkg-config --variable=supported_features libcurl 2>/dev/null | tr '"' ' ')
    [[ -z ${features// /} || " $features " == *" HTTP2 "* && " $features " == *" SSL "* ]] ||
        die "This libcurl was built without HTTP/2 or TLS ($features); install one that has both, or name its pkgconfig folder in PKG_CONFIG_PATH."
}

# Ends with a line that says what to do about the output "$1" of apt-get; "$2" is its command.
explain_apt() {
    local reason
    reason=$(grep -m 1 '^E: ' <<<"$1" || tail -n 1 <<<"$1")
    case $1 in
        *"dpkg was interrupted"*) die "An installation of packages was interrupted before. As root, run: dpkg --configure -a; then try again." ;;
        *"Could not get lock"* | *"Unable to acquire the dpkg frontend lock"*) die "Another program installs packages ($reason); try again when it has ended." ;;
        *"enough free space"* | *"No space left on device"*) die "Packages could not be installed, because the disk is full ($reason); free some space, and try again." ;;
        *"remove is disabled"*) die "Packages could not be installed, because others have to be removed; if you want that, run: $2" ;;
        *) die "Packages could not be installed ($reason); with a network and free space, try: $2" ;;
    esac
}

# Installs those packages of "$@" that are missing, and nothing else; no package is removed.
require_packages() {
    local missing as_root=() command output
    if ! { command -v dpkg-query && command -v apt-get; } >/dev/null; then
        mapfile -t missing < <(missing_modules "$@")
        ((${#missing[@]} == 0)) || die "This is not Debian, and these are missing: ${missing[*]}; install them (modules of pkg-config, with headers) and try again."
        require_ffmpeg_version "$@"
        require_curl "$@"
        return
    fi
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]})); then
        command="apt-get install -y --no-install-recommends ${missing[*]}"
        if ((EUID != 0)); then
            # Without a terminal nobody can type a password.
            if [[ -t 2 ]] && command -v sudo >/dev/null; then
                # Asks once.
                sudo true || die "Packages are missing, and only root can install them: apt-get update && $command"
                as_root=(sudo)
            elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
                as_root=(sudo -n)
            else
                die "Packages are missing, and only root can install them: apt-get update && $command"
            fi
        fi
        say "Installing ${missing[*]}"
        "${as_root[@]}" apt-get update -qq </dev/null >/dev/null 2>&1 || say "The lists of packages could not be updated; trying with those that are there."
        output=$("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -o DPkg::Lock::Timeout=60 install -y -qq --no-remove --no-install-recommends "${missing[@]}" </dev/null 2>&1) ||
            explain_apt "$output" "$command"
    fi
    require_ffmpeg_version "$@"
    require_curl "$@"
}

# Prints the folder of the toolchain with its "bin" and "lib". In PATH, "swift" may be a link to a program that selects one of several, as swiftly's.
toolchain_folder() {
    local folder
    folder=$({ swift -print-target-info 2>/dev/null || true; } | tr -d '\\' | sed -n 's|.*"runtimeResourcePath" *: *"\(.*\)/lib/swift".*|\1|p')
    [[ -d $folder ]] || folder=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
    echo "$folder"
}

# Prints the home of the user, or, where there is none that can be written, as in some containers, the folder "$1", for the compiler's caches.
build_home() { if [[ -w ${HOME-} ]]; then echo "$HOME"; else echo "$1"; fi; }

# Ends with a line if less than 10 MiB are left on the disk of the folder "$1".
require_space() {
    (($(df -Pk "$1" | awk 'END { print $4 }') >= 10240)) || die_of_full_disk "$1"
}

die_of_full_disk() { die "The disk is full: $(df -Ph "$1" | awk 'END { print $4 " left in " $6 }'). Free some space, and try again."; }

# Makes the folder of builds "$1", or ends with a line that says what to do.
require_build_folder() {
    # A file system that is mounted for reading only has no space either.
    mkdir -p "$1" 2>/dev/null || [[ ! -w $(dirname "$1") ]] || require_space "$(dirname "$1")"
    [[ -d $1 && -w $1 ]] || die "Nothing can be built, because the folder $1 cannot be written. Make it yours, or copy the sources to a folder of your own, and try again."
    require_space "$1"
}

# Ends with a line that says why a build with the log "$1" failed, if that is not the fault of the sources.
explain_build() {
    local log=$1
    ! grep -qiE 'No space left on device|disk quota exceeded|disk is full|enough (free )?space' "$log" || die_of_full_disk "$(dirname "$log")"
    require_space "$(dirname "$log")"
    if grep -qE 'Failed to clone repository|Could not resolve host|unable to access|Couldn.t fetch updates' "$log"; then
        die "The sources of dependencies could not be fetched ($(grep -m 1 -oE "https://[^ ':]*" "$log")); with a network, try again."
    fi
}

# Ends unless there is a compiler that is new enough, and what it fetches dependencies with.
require_swift() {
    local output
    command -v swift >/dev/null || die "Swift 6.2 or newer is needed and not in PATH; see https://www.swift.org/install/linux/"
    output=$(swift --version 2>&1) || true
    # Another program of this name belongs to OpenStack; a toolchain of another system does not start.
    [[ $output =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] ||
        die "Swift 6.2 or newer is needed, and \"swift --version\" prints: $(head -n 1 <<<"$output"). See https://www.swift.org/install/linux/"
    ((BASH_REMATCH[1] > 6 || BASH_REMATCH[1] == 6 && BASH_REMATCH[2] >= 2)) ||
        die "Swift 6.2 or newer is needed; this is ${BASH_REMATCH[1]}.${BASH_REMATCH[2]}. See https://www.swift.org/install/linux/"
    command -v git >/dev/null || die "git is needed, by which Swift fetches dependencies; install it (on Debian: apt-get install git), and try again."
}
