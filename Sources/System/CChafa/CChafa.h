// Pictures as text: symbols, sixels, or kitty's graphics.
#include <chafa.h>
