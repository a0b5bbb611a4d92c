/// A rectangle in a view, in the view's units from the upper left corner.
package struct ViewRect: Sendable, Hashable {
    /// The distance from the left.
    package var x: Double
    /// The distance from the top.
    package var y: Double
    /// The width.
    package var width: Double
    /// The height.
    package var height: Double

    /// Creates a rectangle.
    package init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Returns the smallest rectangle that contains both.
    package func union(_ other: ViewRect) -> ViewRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return ViewRect(
            x: left, y: top, width: max(x + width, other.x + other.width) - left, height: max(y + height, other.y + other.height) - top)
    }
}

/// The way in which a picture fills a view with another aspect ratio.
public enum Stretching: String, Sendable, Hashable, CaseIterable {
    /// Scales the picture to the largest size that fits, and leaves bars beside it.
    case uniform
    /// Scales the picture to the smallest size that fills the view, and crops it.
    case fill
    /// Stretches the picture to the view's aspect ratio.
    case exactFit
    /// Shows each pixel of the picture as one pixel of the screen, centred.
    case none

    /// Returns the rectangle of a picture in a view.
    /// - Parameters:
    ///   - width: The width of the picture, in square pixels.
    ///   - height: The height of the picture, in square pixels.
    ///   - viewWidth: The width of the view, in its units.
    ///   - viewHeight: The height of the view, in its units.
    ///   - scale: The number of screen pixels in a unit of the view.
    /// - Returns: The rectangle in the view, in its units, centred; empty unless all sizes and the scale are positive.
    package func rect(width: Double, height: Double, viewWidth: Double, viewHeight: Double, scale: Double = 1) -> ViewRect {
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

    /// Returns the best size in pixels for handing a picture to the screen: no larger than the picture, and no larger than the size on the
    /// screen.
    package func pixels(width: Int, height: Int, pixelAspect: Double, viewWidth: Double, viewHeight: Double, scale: Double) -> (Int, Int) {
        guard width > 0, height > 0 else { return (0, 0) }
        let square = Double(width) * (pixelAspect > 0 && pixelAspect.isFinite ? pixelAspect : 1)
        let rect = rect(width: square, height: Double(height), viewWidth: viewWidth, viewHeight: viewHeight, scale: scale)
        let wanted = (rect.width * scale, rect.height * scale)
        // Enlarging is left to the screen.
        guard wanted.0 >= 1, wanted.1 >= 1 else { return (width, height) }
        let even = { (value: Double, maximum: Int) in min(maximum, max(2, Int(saturating: value) / 2 * 2)) }
        return (even(wanted.0, width), even(wanted.1, height))
    }
}
