#!/usr/bin/env bash
# Builds the documentation of the module Playhead into .build/docs; warnings are errors.
#
#   scripts/docs.sh          the modules have to be built: by './test' or 'swift build'
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"
bin=.build/debug
graphs=.build/docs-graphs
rm -rf "$graphs" .build/docs
mkdir -p "$graphs"

# The module maps of the C targets that the modules were built with, and the headers of the system's libraries.
maps=()
while read -r map; do maps+=(-Xcc "$map"); done < <(grep -oh '"-fmodule-map-file=[^"]*"' .build/debug.yaml | sort -u | tr -d '"')
mapfile -t includes < <(pkg-config --cflags-only-I libavformat chafa libpulse libsystemd | tr ' ' '\n' | grep '^-I')
target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -n 1)
swift-symbolgraph-extract -module-name Playhead -target "$target" -I "$bin/Modules" "${includes[@]}" "${maps[@]}" \
    -minimum-access-level public -skip-inherited-docs -experimental-allowed-reexported-modules=PlayheadCore -output-dir "$graphs"

docc convert Sources/Playhead/Playhead.docc --fallback-display-name Playhead --fallback-bundle-identifier playhead \
    --additional-symbol-graph-dir "$graphs" --output-path .build/docs --warnings-as-errors
echo "The documentation is in .build/docs; look at it with: docc preview, or any server of static files."
