#include "CMainQueue.h"

#if __linux__
#include <sys/eventfd.h>

// libdispatch has them for just this purpose, and no header that declares them.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

int playhead_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

void playhead_main_queue_drain(void) {
    eventfd_t count;
    eventfd_read(playhead_main_queue_descriptor(), &count);
    _dispatch_main_queue_callback_4CF(0);
}
#else
int playhead_main_queue_descriptor(void) { return -1; }
void playhead_main_queue_drain(void) {}
#endif
