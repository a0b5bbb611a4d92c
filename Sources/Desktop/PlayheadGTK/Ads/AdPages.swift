#if canImport(CGtk)
    @_exported import CGtk
    import Playhead

    /// Shows companions of ads that are pages. `PlayheadOverlayGTK` has an implementation for ``PlayerView/adPages``.
    @MainActor
    package protocol AdPages: AnyObject {
        /// Loads a companion's page: the address of an `iframe` resource, or the text of an `html` resource. `onEvent` is called with the
        /// page's events, after this method has returned, until the page is closed.
        /// - Returns: `nil` if no web view is available.
        func companion(_ resource: AdCompanion, onEvent: @escaping @MainActor (AdPageEvent) -> Void) -> (any AdPage)?
    }

    /// A page of an ad, as a widget.
    @MainActor
    package protocol AdPage: AnyObject {
        /// The widget.
        var widget: UnsafeMutablePointer<GtkWidget> { get }
        /// Closes the page. The widget has been removed from its parent before.
        func close()
    }

    /// An event of a companion's page.
    package enum AdPageEvent: Sendable, Hashable {
        /// The page is shown.
        case shown
        /// The page failed to load, or has ended.
        case failed
        /// The viewer clicked on the page.
        case clicked
        /// The viewer followed a link to this address.
        case opens(String)
    }
#endif
