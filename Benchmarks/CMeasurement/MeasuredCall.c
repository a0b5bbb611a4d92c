#include "MeasuredCall.h"

// A file of its own, so that the call is not inlined and the function keeps its name. The empty statement after the call prevents a tail
// call, which would end the function before the work.
void playhead_measured_call(void (*work)(void *), void *context) {
    work(context);
    __asm__ volatile("");
}
