#!/usr/bin/env bash
# Builds the documentation of the module Playhead into .build/docs; warnings are errors.
#
#   scripts/docs.sh          the modules have to be built: by './test' or 'swift build'
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"
graphs=.build/docs-graphs
rm -rf "$graphs" .build/docs

scripts/symbol-graphs "$graphs" Playhead -experimental-allowed-reexported-modules=PlayheadCore

docc convert Sources/Player/Playhead/Playhead.docc --fallback-display-name Playhead --fallback-bundle-identifier playhead \
    --additional-symbol-graph-dir "$graphs" --output-path .build/docs --warnings-as-errors
echo "The documentation is in .build/docs; look at it with: docc preview, or any server of static files."
