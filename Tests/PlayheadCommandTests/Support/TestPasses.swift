// The passes of `./test`: a suite belongs to one by its namespace.

/// Suites that follow the real clock: `./test` runs them while nothing else is busy.
enum RealClock {}

/// Suites with many viewers in real time: `./test` runs them one after the other, while nothing else is busy.
enum ManyViewers {}
