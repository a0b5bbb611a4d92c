// Lets a loop that is not libdispatch's run the main queue, and so Swift's main actor.

/// A descriptor that can be read when the main queue has something to do.
int playhead_main_queue_descriptor(void);
/// Does what the main queue has to do, and makes the descriptor unreadable until there is more. On the main thread only.
void playhead_main_queue_drain(void);
