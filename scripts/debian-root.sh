# Makes a bare Debian root in a folder; sourced by scripts/test-package and scripts/test-distribution. Needs root, debootstrap, and a Debian
# mirror in apt's configuration.

# The mirror of Debian, as apt knows it; the release "$1" if it is there, otherwise any other, which has all.
debian_mirror() {
    apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
        awk -v release="$1" '$1 == "Debian" { if (!any) any = $3; if (!own && $2 == release) own = $3 } END { print own ? own : any }'
}

# Installs the release "$1" in a folder of its own that is removed when the shell exits, and sets "folder" to it.
make_debian_root() {
    local release=$1 uri source
    ((EUID == 0)) || fail "only root can install a Debian root"
    uri=$(debian_mirror "$release")
    [[ -n $uri ]] || fail "apt has no mirror of Debian"
    folder=$(mktemp -d "${TMPDIR:-/tmp}/playhead-root-XXXXXX")
    # It is the root of another user, too.
    chmod 755 "$folder"
    # Its mounts are in a namespace of their own, which has ended by then.
    trap 'rm -rf --one-file-system "$folder" "$folder.log"' EXIT
    say "Installing Debian's $release in a folder."
    debootstrap --variant=minbase "$release" "$folder" "$uri" >"$folder.log" 2>&1 || fail "debootstrap: $(tail -n 3 "$folder.log")"
    rm -f "$folder.log"
    cp -RL /etc/apt/apt.conf.d "$folder/etc/apt/"
    if [[ $(. /etc/os-release && echo "$VERSION_CODENAME") == "$release" ]]; then
        # All sources of this system, with its updates, and the keys of those that are not Debian's own.
        rm -f "$folder/etc/apt/sources.list"
        for source in /etc/apt/{sources.list,sources.list.d,keyrings,trusted.gpg.d}; do
            [[ ! -e $source ]] || cp -RL "$source" "$folder/etc/apt/"
        done
        cp -Rn /usr/share/keyrings/. "$folder/usr/share/keyrings/"
    fi
    cp -L /etc/resolv.conf /etc/hosts "$folder/etc/"
}
