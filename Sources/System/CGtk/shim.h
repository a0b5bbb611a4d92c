// GTK, and what differs between its versions.
#ifndef PLAYHEAD_CGTK_SHIM_H
#define PLAYHEAD_CGTK_SHIM_H

// GTK marks as deprecated only what was deprecated in the oldest version that the project is built with.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8

#include <gtk/gtk.h>

// The states of a surface that nobody sees. Under Wayland GTK reports hidden windows since 4.12, if the compositor has version 6 of xdg-shell.
#if GTK_CHECK_VERSION(4, 12, 0)
static const unsigned int playhead_hidden_states = GDK_TOPLEVEL_STATE_MINIMIZED | GDK_TOPLEVEL_STATE_SUSPENDED;
#else
static const unsigned int playhead_hidden_states = GDK_TOPLEVEL_STATE_MINIMIZED;
#endif

// Makes a widget a group in the accessibility tree: newer versions ignore the name of a widget that is nothing in particular.
static inline void playhead_make_accessible_group(GtkWidget *widget) {
    g_object_set(widget, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
}

// Sets the role of a widget in the accessibility tree, before the widget is shown.
static inline void playhead_set_accessible_role(GtkWidget *widget, GtkAccessibleRole role) {
    g_object_set(widget, "accessible-role", role, NULL);
}

// Sets whether a widget is checked in the accessibility tree.
static inline void playhead_set_accessible_checked(GtkWidget *widget, gboolean checked) {
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_CHECKED, checked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

// Sets whether a widget is the selected one of a list in the accessibility tree.
static inline void playhead_set_accessible_selected(GtkWidget *widget, gboolean selected) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

#endif
