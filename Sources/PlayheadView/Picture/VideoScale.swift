/// How much of a view its picture takes, and where: what stays where it is, is the pivot.
public struct VideoScale: Sendable, Hashable {
    /// Across, relative to the whole view: 0 to 1.
    public var x: Double
    /// Down.
    public var y: Double
    /// The point that stays where it is: from the left, 0 to 1.
    public var pivotX: Double
    /// From the top.
    public var pivotY: Double

    /// Makes a scale; without arguments the full size.
    public init(x: Double = 1, y: Double = 1, pivotX: Double = 0.5, pivotY: Double = 0.5) {
        (self.x, self.y, self.pivotX, self.pivotY) = (x, y, pivotX, pivotY)
    }

    /// The part of a view that it takes, of 1 × 1.
    public var frame: ViewRect { ViewRect(x: pivotX * (1 - x), y: pivotY * (1 - y), width: x, height: y) }
}

/// A picture's scale as it changes with time: a pure value, told the time with everything.
///
/// It goes smoothly from where it is to where it is to be, also where it is told anew on the way: each edge goes straight, so that another pivot
/// makes no jump.
public struct VideoScaling: Sendable, Equatable {
    private var from = VideoScale().frame
    private var to = VideoScale().frame
    private var start = 0.0
    private var duration = 0.0

    /// Makes the full size.
    public init() {}

    /// Begins to change.
    /// - Parameter duration: In seconds; 0 is at once.
    public mutating func change(to scale: VideoScale, over duration: Double, at now: Double) {
        from = frame(at: now)
        to = scale.frame
        start = now
        self.duration = max(0, duration)
    }

    /// The part of the view, of 1 × 1, that the picture takes.
    public func frame(at now: Double) -> ViewRect {
        guard !isAtRest(at: now) else { return to }
        let share = max(0, (now - start) / duration)
        // Slowly at both ends.
        let eased = share * share * (3 - 2 * share)
        let between = { (from: Double, to: Double) in from + (to - from) * eased }
        return ViewRect(
            x: between(from.x, to.x), y: between(from.y, to.y), width: between(from.width, to.width),
            height: between(from.height, to.height))
    }

    /// Whether nothing changes any more.
    public func isAtRest(at now: Double) -> Bool { now >= start + duration }
}

extension ViewRect {
    /// Where a rectangle of a view is drawn when the view's contents take this part of it, of 1 × 1.
    public func placing(_ rect: ViewRect, viewWidth: Double, viewHeight: Double) -> ViewRect {
        ViewRect(
            x: x * viewWidth + rect.x * width, y: y * viewHeight + rect.y * height, width: rect.width * width, height: rect.height * height)
    }
}
