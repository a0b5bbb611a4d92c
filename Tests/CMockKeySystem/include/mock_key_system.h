#include "playhead_key_system.h"

/// Returns the table of a key system whose keys are in another process (`mock-cdm.py`), which listens at a path. It is never freed.
const playhead_key_system *mock_key_system(const char *path);
