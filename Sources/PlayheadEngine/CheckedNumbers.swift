// Makes conversions that can trap a compile error in every file of this module; `scripts/check-numbers` checks that this import exists.
@_exported import PlayheadNumbers
