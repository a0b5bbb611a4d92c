// The passes of `./test`: a suite belongs to one by its namespace.

/// Suites with many viewers in real time: `./test` runs them one after the other, while nothing else is busy.
enum ManyViewers {}
