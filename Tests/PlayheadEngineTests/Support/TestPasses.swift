// The passes of `./test`: a suite belongs to one by its namespace.

/// Suites that follow the real clock: `./test` runs them while nothing else is busy.
enum RealClock {}

/// Suites that advance their clock whenever the process is idle: each runs alone in its process, on one processor.
enum IdleClock {}

/// Suites that keep the machine busy: `./test` runs them at the lowest priority.
enum Storm {}
