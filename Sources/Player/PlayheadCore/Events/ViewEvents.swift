// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// A view is about to enter or leave fullscreen; the view, or the app, does so after this event.
public struct FullscreenRequestedEvent: PlayerEvent, Equatable {
    public static let name = EventName.onFullscreenRequested
    public var context = EventContext()
    /// Whether the view is to enter fullscreen.
    public var isFullscreen: Bool
    /// The reason.
    public var reason: FullscreenReason

    public init(isFullscreen: Bool, reason: FullscreenReason) {
        self.isFullscreen = isFullscreen
        self.reason = reason
    }

    public var fields: EventFields { ["state": .int(isFullscreen ? 1 : 0), "reason": .string(reason.rawValue)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onFullscreenRequested(self) }
}

/// A view entered or left fullscreen.
public struct FullscreenEvent: PlayerEvent, Equatable {
    public static let name = EventName.onFullscreen
    public var context = EventContext()
    /// Whether the view is fullscreen.
    public var isFullscreen: Bool
    /// The reason.
    public var reason: FullscreenReason

    public init(isFullscreen: Bool, reason: FullscreenReason) {
        self.isFullscreen = isFullscreen
        self.reason = reason
    }

    public var fields: EventFields { ["state": .int(isFullscreen ? 1 : 0), "reason": .string(reason.rawValue)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onFullscreen(self) }
}

/// A view became visible or invisible, for example because its window is minimized.
public struct ViewableEvent: PlayerEvent, Equatable {
    public static let name = EventName.onViewable
    public var context = EventContext()
    /// Whether the view is visible.
    public var isViewable: Bool

    public init(isViewable: Bool) {
        self.isViewable = isViewable
    }

    public var fields: EventFields { ["viewable": .int(isViewable ? 1 : 0)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onViewable(self) }
}

/// The size of a view changed.
public struct ResizeEvent: PlayerEvent, Equatable {
    public static let name = EventName.onResize
    public var context = EventContext()
    /// The dimension in pixels.
    public var width: Int
    /// The dimension in pixels.
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var fields: EventFields { ["size": .object(["width": .int(width), "height": .int(height)])] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onResize(self) }
}

/// A view shows or hides its controls.
public struct ControlsEvent: PlayerEvent, Equatable {
    public static let name = EventName.onControls
    public var context = EventContext()
    /// Whether the view shows controls.
    public var controls: Bool

    public init(controls: Bool) {
        self.controls = controls
    }

    public var fields: EventFields { ["controls": .bool(controls)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onControls(self) }
}

/// The control bar of a view appeared or disappeared.
public struct ControlBarVisibleEvent: PlayerEvent, Equatable {
    public static let name = EventName.onControlBarVisible
    public var context = EventContext()
    /// Whether the control bar is visible.
    public var visible: Bool

    public init(visible: Bool) {
        self.visible = visible
    }

    public var fields: EventFields { ["visible": .bool(visible)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onControlBarVisible(self) }
}

/// The viewer clicked on the picture.
public struct DisplayClickEvent: PlayerEvent, Equatable {
    public static let name = EventName.onDisplayClick
    public var context = EventContext()

    public init() {}

    public var fields: EventFields { [:] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onDisplayClick(self) }
}
