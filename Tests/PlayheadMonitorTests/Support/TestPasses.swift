// The passes of `./test`: a suite belongs to one by its namespace.

/// Suites that follow the real clock: `./test` runs them while nothing else is busy.
enum RealClock {}
