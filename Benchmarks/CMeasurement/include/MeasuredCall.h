#ifndef MEASURED_CALL_H
#define MEASURED_CALL_H

/// Calls `work` with `context`. Callgrind counts the instructions inside this function only (`--toggle-collect`).
void playhead_measured_call(void (*_Nonnull work)(void *_Nonnull), void *_Nonnull context);

#endif
