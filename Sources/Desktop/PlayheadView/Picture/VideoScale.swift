/// The size of the picture relative to its view, and the pivot: the point that keeps its position.
package struct VideoScale: Sendable, Hashable {
    /// The width relative to the view, from 0 to 1.
    package var x: Double
    /// The height relative to the view, from 0 to 1.
    package var y: Double
    /// The pivot's distance from the left, from 0 to 1.
    package var pivotX: Double
    /// The pivot's distance from the top, from 0 to 1.
    package var pivotY: Double

    /// Creates a scale; the default is the full size.
    package init(x: Double = 1, y: Double = 1, pivotX: Double = 0.5, pivotY: Double = 0.5) {
        (self.x, self.y, self.pivotX, self.pivotY) = (x, y, pivotX, pivotY)
    }

    /// The part of the view that the picture covers, in a view of 1 × 1.
    package var frame: ViewRect { ViewRect(x: pivotX * (1 - x), y: pivotY * (1 - y), width: x, height: y) }
}

/// Animates the scale of a picture: a pure value that gets the time with each call.
///
/// The animation starts from the current frame, also if a new target is set during an animation. Each edge moves in a straight line, so
/// that another pivot does not cause a jump.
package struct VideoScaling: Sendable, Equatable {
    private var from = VideoScale().frame
    private var to = VideoScale().frame
    private var start = 0.0
    private var duration = 0.0

    /// Creates an animation at full size.
    package init() {}

    /// Starts a change over `duration` seconds; 0 changes at once.
    package mutating func change(to scale: VideoScale, over duration: Double, at now: Double) {
        from = frame(at: now)
        to = scale.frame
        start = now
        self.duration = max(0, duration)
    }

    /// The part of the view that the picture covers at a time, in a view of 1 × 1.
    package func frame(at now: Double) -> ViewRect {
        guard !isAtRest(at: now) else { return to }
        let share = max(0, (now - start) / duration)
        // Eases in and out.
        let eased = share * share * (3 - 2 * share)
        let between = { (from: Double, to: Double) in from + (to - from) * eased }
        return ViewRect(
            x: between(from.x, to.x), y: between(from.y, to.y), width: between(from.width, to.width),
            height: between(from.height, to.height))
    }

    /// Whether the animation has ended.
    package func isAtRest(at now: Double) -> Bool { now >= start + duration }
}

extension ViewRect {
    /// Returns the rectangle of a view after scaling its contents into this part of a view of 1 × 1.
    package func placing(_ rect: ViewRect, viewWidth: Double, viewHeight: Double) -> ViewRect {
        ViewRect(
            x: x * viewWidth + rect.x * width, y: y * viewHeight + rect.y * height, width: rect.width * width, height: rect.height * height)
    }
}
