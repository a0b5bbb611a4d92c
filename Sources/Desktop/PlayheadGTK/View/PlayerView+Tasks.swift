#if canImport(CGtk)
    extension PlayerView {
        /// The tasks of a view, each of which is replaced by the next one of its kind.
        struct Tasks {
            /// Loads the image of an ad over the content.
            var overlay: Task<Void, Never>?
            /// Updates the visibility of the controls at its deadline.
            var look: Task<Void, Never>?
            /// Waits for the second click of a double click.
            var click: Task<Void, Never>?
            /// Seeks while the viewer drags along the timeline.
            var scrub: Task<Void, Never>?
            /// Updates the timeline of a live stream that does not move.
            var live: Task<Void, Never>?
            /// Loads the chapters of the item.
            var chapters: Task<Void, Never>?
            /// Loads the picture of the next item.
            var nextPicture: Task<Void, Never>?
            /// Waits for the window manager to change the fullscreen state.
            var fullscreen: Task<Void, Never>?
        }
    }
#endif
