// GNOME's XML parser.
#include <libxml/xmlversion.h>
// Without ICU's headers: Foundation has its own, and modules must not define a type in two ways. Only the layout of character encoding
// handlers depends on it, which are not used here.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
