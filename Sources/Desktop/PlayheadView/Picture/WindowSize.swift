/// The size of a window for a film. Lengths are in units of the window, without its frame.
package struct WindowSize: Sendable, Hashable {
    /// The size of a window without a film.
    package static let standard = WindowSize(width: 960, height: 540)

    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    /// Returns a size with the aspect ratio of a film and the area of the standard size.
    /// - Parameters:
    ///   - film: The size of the picture in square pixels.
    ///   - screen: The size of the screen, of which a part stays free.
    /// - Returns: The size; `nil` if the film has no valid one.
    package static func opening(_ film: WindowSize, on screen: WindowSize) -> WindowSize? {
        guard film.isValid else { return nil }
        let factor = (standard.width * standard.height / (film.width * film.height)).squareRoot()
        return film.scaled(by: factor).limited(to: screen)
    }

    /// Returns the size at which each pixel of a film is one of the screen, or the largest one that fits.
    /// - Parameters:
    ///   - film: The size of the picture in square pixels.
    ///   - scale: The number of screen pixels in a unit.
    ///   - screen: The size of the screen, of which a part stays free.
    /// - Returns: The size; `nil` if the film has no valid one.
    package static func original(_ film: WindowSize, scale: Double, on screen: WindowSize) -> WindowSize? {
        guard film.isValid, scale > 0 else { return nil }
        return film.scaled(by: 1 / scale).limited(to: screen)
    }

    private var isValid: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }

    private func scaled(by factor: Double) -> WindowSize { WindowSize(width: width * factor, height: height * factor) }

    /// Limits the size to a part of the screen with the aspect ratio kept, and to a minimum that has room for the controls.
    private func limited(to screen: WindowSize) -> WindowSize {
        let (share, minimum) = (0.9, WindowSize(width: 320, height: 180))
        let fitted = screen.isValid ? scaled(by: min(1, screen.width * share / width, screen.height * share / height)) : self
        return WindowSize(width: max(minimum.width, fitted.width.rounded()), height: max(minimum.height, fitted.height.rounded()))
    }
}
