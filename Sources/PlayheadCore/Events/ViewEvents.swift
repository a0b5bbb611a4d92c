/// A view is about to enter or leave fullscreen; the view, or the app, does so after this event.
public struct FullscreenRequestedEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onFullscreenRequested
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Whether the view is to enter fullscreen.
    public var isFullscreen: Bool

    /// Makes the event; the player fills in the context.
    public init(isFullscreen: Bool) {
        self.isFullscreen = isFullscreen
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["state": .int(isFullscreen ? 1 : 0)] }
    /// Calls ``PlayerDelegate/onFullscreenRequested(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onFullscreenRequested(self) }
}

/// A view entered or left fullscreen.
public struct FullscreenEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onFullscreen
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Whether the view is fullscreen.
    public var isFullscreen: Bool

    /// Makes the event; the player fills in the context.
    public init(isFullscreen: Bool) {
        self.isFullscreen = isFullscreen
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["state": .int(isFullscreen ? 1 : 0)] }
    /// Calls ``PlayerDelegate/onFullscreen(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onFullscreen(self) }
}

/// The size of a view changed.
public struct ResizeEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onResize
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The dimension in pixels.
    public var width: Int
    /// The dimension in pixels.
    public var height: Int

    /// Makes the event; the player fills in the context.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["size": .object(["width": .int(width), "height": .int(height)])] }
    /// Calls ``PlayerDelegate/onResize(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onResize(self) }
}

/// A view shows or hides its controls.
public struct ControlsEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onControls
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Whether the view shows controls.
    public var controls: Bool

    /// Makes the event; the player fills in the context.
    public init(controls: Bool) {
        self.controls = controls
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["controls": .bool(controls)] }
    /// Calls ``PlayerDelegate/onControls(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onControls(self) }
}

/// The control bar of a view appeared or disappeared.
public struct ControlBarVisibleEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onControlBarVisible
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Whether the control bar is visible.
    public var visible: Bool

    /// Makes the event; the player fills in the context.
    public init(visible: Bool) {
        self.visible = visible
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["visible": .bool(visible)] }
    /// Calls ``PlayerDelegate/onControlBarVisible(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onControlBarVisible(self) }
}

/// The viewer clicked on the picture.
public struct DisplayClickEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onDisplayClick
    /// Sequence number, times, position and state.
    public var context = EventContext()

    /// Makes the event; the player fills in the context.
    public init() {}

    /// The payload under the catalogue's keys.
    public var fields: EventFields { [:] }
    /// Calls ``PlayerDelegate/onDisplayClick(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onDisplayClick(self) }
}
