/// A rectangle of a view, in its units, from its upper left corner.
public struct ViewRect: Sendable, Hashable {
    /// From the left.
    public var x: Double
    /// From the top.
    public var y: Double
    /// Across.
    public var width: Double
    /// Down.
    public var height: Double

    /// Makes a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The smallest one around both.
    public func union(_ other: ViewRect) -> ViewRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return ViewRect(
            x: left, y: top, width: max(x + width, other.x + other.width) - left, height: max(y + height, other.y + other.height) - top)
    }
}

/// How a picture fills a view of another shape.
public enum Stretching: String, Sendable, Hashable, CaseIterable {
    /// As large as it fits, its shape kept; black beside it.
    case uniform
    /// So large that nothing is left beside it, its shape kept; what is beyond the view is cut off.
    case fill
    /// The view's shape, not its own.
    case exactFit
    /// A pixel of the screen for a pixel of the picture, in the middle.
    case none

    /// Where a picture of `width` × `height` square pixels is drawn.
    /// - Parameter scale: Pixels of the screen in a unit of the view.
    public func rect(width: Double, height: Double, viewWidth: Double, viewHeight: Double, scale: Double = 1) -> ViewRect {
        guard width > 0, height > 0, viewWidth > 0, viewHeight > 0, scale > 0 else { return ViewRect(x: 0, y: 0, width: 0, height: 0) }
        let factors = (viewWidth / width, viewHeight / height)
        let size: (Double, Double)
        switch self {
        case .uniform: size = (width * min(factors.0, factors.1), height * min(factors.0, factors.1))
        case .fill: size = (width * max(factors.0, factors.1), height * max(factors.0, factors.1))
        case .exactFit: size = (viewWidth, viewHeight)
        case .none: size = (width / scale, height / scale)
        }
        return ViewRect(x: (viewWidth - size.0) / 2, y: (viewHeight - size.1) / 2, width: size.0, height: size.1)
    }

    /// In how many pixels a picture is best handed to the screen: not more than it has, and not more than are shown.
    public func pixels(width: Int, height: Int, pixelAspect: Double, viewWidth: Double, viewHeight: Double, scale: Double) -> (Int, Int) {
        guard width > 0, height > 0 else { return (0, 0) }
        let square = Double(width) * (pixelAspect > 0 && pixelAspect.isFinite ? pixelAspect : 1)
        let rect = rect(width: square, height: Double(height), viewWidth: viewWidth, viewHeight: viewHeight, scale: scale)
        let wanted = (rect.width * scale, rect.height * scale)
        // Enlarging is the screen's work.
        guard wanted.0 >= 1, wanted.1 >= 1 else { return (width, height) }
        let even = { (value: Double, most: Int) in min(most, max(2, Int(saturating: value) / 2 * 2)) }
        return (even(wanted.0, width), even(wanted.1, height))
    }
}
