// GNOME's XML parser.
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
