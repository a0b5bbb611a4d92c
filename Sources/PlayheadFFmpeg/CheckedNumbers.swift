// Re-exports the declarations that turn conversions which can trap into compile errors; `scripts/check-numbers` requires this line.
@_exported import PlayheadNumbers
