// The sound server's client library: PulseAudio, or PipeWire through its PulseAudio server.
#include <pulse/pulseaudio.h>
