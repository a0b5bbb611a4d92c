// The passes of `./test`: a suite belongs to one by its namespace.

/// Suites that measure windows: they run one after the other, because each window is drawn without a GPU.
enum WindowMeasurement {}
