#if canImport(CGtk)
    @_exported import CGtk
    import Playhead

    /// Shows companions of ads that are pages. `PlayheadOverlayGTK` has one; ``PlayerView/adPages`` is its place.
    @MainActor
    public protocol AdPages: AnyObject {
        /// Loads a companion's page: of `iframe` its address, of `html` its text.
        /// - Parameter hear: Hears what comes of it, after this has returned, until it is closed.
        /// - Returns: `nil` where there is no view for it.
        func companion(_ resource: AdCompanion, hear: @escaping @MainActor (AdPageEvent) -> Void) -> (any AdPage)?
    }

    /// A page of an ad, as a widget.
    @MainActor
    public protocol AdPage: AnyObject {
        /// The widget.
        var widget: UnsafeMutablePointer<GtkWidget> { get }
        /// Ends it. What holds the widget lets go of it before.
        func close()
    }

    /// What comes from a companion's page.
    public enum AdPageEvent: Sendable, Hashable {
        /// It is there.
        case shown
        /// It can't be had, or has ended.
        case failed
        /// The viewer clicked on it.
        case clicked
        /// What the viewer clicked on leads to a page.
        case opens(String)
    }
#endif
