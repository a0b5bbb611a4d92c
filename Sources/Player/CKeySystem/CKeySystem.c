#include "playhead_key_system.h"

// The declarations are all there is: each key system has its own table.
_Static_assert(PLAYHEAD_KEY_SIZE == 16, "the size of AES-128");
