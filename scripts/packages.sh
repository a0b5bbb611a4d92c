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

# Installs those packages of "$@" that are missing, and nothing else.
require_packages() {
    local missing as_root=() command output
    if ! { command -v dpkg-query && command -v apt-get; } >/dev/null; then
        mapfile -t missing < <(missing_modules "$@")
        ((${#missing[@]} == 0)) || die "This is not Debian, and these are missing: ${missing[*]}; install them (modules of pkg-config, with headers) and try again."
        require_ffmpeg_version "$@"
        return
    fi
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]})); then
        command="apt-get install -y --no-install-recommends ${missing[*]}"
        if ((EUID != 0)); then
            # Without a terminal nobody can type a password.
            if [[ -t 2 ]] && command -v sudo >/dev/null; then
                as_root=(sudo)
            elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
                as_root=(sudo -n)
            else
                die "Packages are missing, and only root can install them: apt-get update && $command"
            fi
        fi
        say "Installing ${missing[*]}"
        "${as_root[@]}" apt-get update -qq </dev/null >/dev/null 2>&1 || say "The lists of packages could not be updated; trying with those that are there."
        output=$("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null 2>&1) ||
            die "Packages could not be installed ($(grep -m 1 '^E: ' <<<"$output" || tail -n 1 <<<"$output")); with a network and free space, try: $command"
    fi
    require_ffmpeg_version "$@"
}

# Prints the home of the user, or, where there is none that can be written, as in some containers, the folder "$1", for the compiler's caches.
build_home() { if [[ -w ${HOME-} ]]; then echo "$HOME"; else echo "$1"; fi; }

# Ends with a line that says why a build with the log "$1" failed, if that is not the fault of the sources.
explain_build() {
    local log=$1
    if grep -qiE 'No space left on device|disk quota exceeded' "$log" || (($(df -Pk "$(dirname "$log")" | awk 'END { print $4 }') < 10240)); then
        die "The disk is full: $(df -Ph "$(dirname "$log")" | awk 'END { print $4 " left in " $6 }'). Free some space, and try again."
    elif grep -qE 'Failed to clone repository|Could not resolve host|unable to access|Couldn.t fetch updates' "$log"; then
        die "The sources of dependencies could not be fetched ($(grep -m 1 -oE "https://[^ ':]*" "$log")); with a network, try again."
    fi
}

# Ends unless there is a compiler that is new enough.
require_swift() {
    local version
    command -v swift >/dev/null || die "Swift 6.2 or newer is needed and not in PATH; see https://www.swift.org/install/linux/"
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
    [[ $version =~ ^([0-9]+)\ ([0-9]+)$ ]] || return 0
    ((BASH_REMATCH[1] > 6 || BASH_REMATCH[1] == 6 && BASH_REMATCH[2] >= 2)) ||
        die "Swift 6.2 or newer is needed; this is ${BASH_REMATCH[1]}.${BASH_REMATCH[2]}. See https://www.swift.org/install/linux/"
}
