#pragma once

/// Whether name lookups of hosts below "held.invalid" wait. Other lookups are those of the system.
void lookups_hold(int isHeld);

/// The number of name lookups that wait.
int lookups_waiting(void);
