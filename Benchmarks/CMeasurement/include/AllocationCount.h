#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// Returns the number of memory blocks that this thread has allocated since its start.
long playhead_allocation_count(void);

#endif
