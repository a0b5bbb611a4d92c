# The Debian packages that Playhead needs; sourced by ./play, ./test, ./bench and scripts.

# Headers and libraries to build with. Their libraries are what the program runs with.
build_packages=(
    pkg-config
    libavformat-dev libavcodec-dev libavutil-dev libavfilter-dev libswresample-dev libswscale-dev
    libpulse-dev libchafa-dev libsystemd-dev libxml2-dev libzstd-dev
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

# Installs those packages of "$@" that are missing, and nothing else.
require_packages() {
    local missing as_root=()
    if ! { command -v dpkg-query && command -v apt-get; } >/dev/null; then
        say "This is not Debian: what it calls $* has to be there."
        return
    fi
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    if ((EUID != 0)); then
        # Without a terminal nobody can type a password.
        if [[ -t 2 ]] && command -v sudo >/dev/null; then
            as_root=(sudo)
        elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            as_root=(sudo -n)
        else
            die "These packages are missing, and only root can install them:" \
                $'\n'"    apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
        fi
    fi
    say "Installing ${missing[*]}"
    "${as_root[@]}" apt-get update -qq </dev/null >&2 || say "The lists of packages could not be updated; trying with those that are there."
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >&2 ||
        die "The packages could not be installed: ${missing[*]}"
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
