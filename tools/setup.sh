# Functions of tools/jounce and tools/check: packages, configuring, building. Sourced by bash; writes to stderr only.
# SPDX-License-Identifier: BSD-3-Clause

jounce_root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
jounce_log=$jounce_root/build/setup.log

jounce_say() { printf 'jounce: %s\n' "$*" >&2; }

# jounce_packages SECTION...: the names in these sections of packages.txt.
jounce_packages() {
    awk -v wanted=" $* " '{ sub(/#.*/, ""); gsub(/[ \t]/, "") }
        /^\[/ { on = index(wanted, " " substr($0, 2, length($0) - 2) " "); next }
        on && $0 != ""' "$jounce_root/tools/packages.txt"
}

# jounce_missing SECTION...: the packages of these sections that are not installed.
jounce_missing() {
    local names
    names=$(jounce_packages "$@")
    # shellcheck disable=SC2086  # one word per package
    dpkg-query -W -f='${Package} ${db:Status-Status}\n' $names 2>/dev/null |
        awk -v names="$names" '$2 == "installed" { have[$1] = 1 }
            END { n = split(names, list, "\n"); for (i = 1; i <= n; ++i) if (!(list[i] in have)) print list[i] }'
}

# jounce_install SECTION...: installs the missing packages; one message, and status 1, if that is not possible.
jounce_install() {
    # The names are those of Debian. On other systems CMake reports what it does not find.
    command -v dpkg-query >/dev/null || return 0
    local missing as_root=() why=''
    missing=$(jounce_missing "$@" | tr '\n' ' ')
    [ -n "$missing" ] || return 0
    mkdir -p "$jounce_root/build" || return 1
    jounce_say "installing packages: $missing(log: ${jounce_log#"$PWD"/})"
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || why='you are not root and there is no sudo'
        as_root=(sudo)
    fi
    if [ -z "$why" ]; then
        local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0)
        # After a failed update the lists may still be usable: the installation shows it.
        # shellcheck disable=SC2024  # the log belongs to the user
        "${apt[@]}" update >"$jounce_log" 2>&1 </dev/null
        # shellcheck disable=SC2024,SC2086
        "${apt[@]}" install -y --no-install-recommends $missing >>"$jounce_log" 2>&1 </dev/null && return 0
        tail -n 12 "$jounce_log" >&2
        why='apt-get failed'
        [ -e /proc/self ] || why='/proc is not mounted, and the JDK that libvtk9-dev pulls in needs it (mount -t proc proc /proc)'
    fi
    jounce_say "these packages could not be installed, as $why: $(jounce_missing "$@" | tr '\n' ' ')"
    jounce_say "install them yourself (apt-get install --no-install-recommends ...) and call again"
    return 1
}

# jounce_configured PRESET: is build/PRESET configured for this folder, and without the compiler cache of an old set-up, which prevents
# the fast build? (A compiler cache from the environment is kept.)
jounce_configured() {
    local cache=$jounce_root/build/$1/CMakeCache.txt
    [ -f "$jounce_root/build/$1/build.ninja" ] &&
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$jounce_root" "$cache" &&
        { [ -n "${CMAKE_CXX_COMPILER_LAUNCHER:-}" ] || ! grep -q '^CMAKE_CXX_COMPILER_LAUNCHER:.*ccache' "$cache"; }
}

# jounce_configure PRESET [cmake arguments]: configures build/PRESET, from scratch if need be.
jounce_configure() {
    local preset=$1 folder=$jounce_root/build/$1 fresh=()
    shift
    jounce_configured "$preset" || fresh=(--fresh)
    mkdir -p "$folder"
    if ! (cd "$jounce_root" && cmake --preset "$preset" "${fresh[@]}" "$@") >"$folder/configure.log" 2>&1; then
        tail -n 20 "$folder/configure.log" >&2
        jounce_say "configuring failed, full log: $folder/configure.log"
        return 1
    fi
}

# jounce_build PRESET TARGET [ninja arguments]: quiet; a counter on a terminal, one line in a log, the last lines of a failure.
jounce_build() {
    local folder=$jounce_root/build/$1 log=$jounce_root/build/$1/build.log
    shift
    NINJA_STATUS='[%f/%t] ' ninja -C "$folder" -j "$(nproc)" "$@" 2>&1 </dev/null | tee "$log" | {
        begin=$SECONDS
        started=
        [ -t 2 ] && terminal=1 || terminal=
        while IFS= read -r line; do
            case $line in
                '[0/'*) continue ;; # globs and CMake are looked at again
                '['*) ;;
                *) continue ;;
            esac
            if [ -z "$started" ]; then
                started=1
                [ -n "$terminal" ] || jounce_say "building (log: $log)"
            fi
            [ -z "$terminal" ] || printf '\r\033[Kjounce: building %.70s' "$line" >&2
        done
        [ -z "$started" ] || [ -z "$terminal" ] || printf '\r\033[K' >&2
        [ -z "$started" ] || jounce_say "built in $((SECONDS - begin)) s"
    }
    if [ "${PIPESTATUS[0]}" != 0 ]; then
        grep -E -A 12 '(error|Error|undefined reference)|^ninja: error' "$log" | tail -n 40 >&2
        jounce_say "the build failed, full log: $log"
        return 1
    fi
}
