// Every file of this module sees the declarations that make conversions which can trap a compile error; `scripts/check-numbers` checks that this is here.
@_exported import PlayheadNumbers
