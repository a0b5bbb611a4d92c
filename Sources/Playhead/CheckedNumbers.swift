// Imports, for the whole module, declarations that make trapping conversions a compile error; `scripts/check-numbers` requires this file.
@_exported import PlayheadNumbers
