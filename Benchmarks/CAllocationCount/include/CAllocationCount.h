#ifndef C_ALLOCATION_COUNT_H
#define C_ALLOCATION_COUNT_H

/// How many blocks of memory this thread has asked for since it began.
long playhead_allocation_count(void);

#endif
