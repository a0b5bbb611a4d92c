/// The viewer's changes to the picture: its aspect ratio, its zoom and its rotation.
package struct PictureAdjustment: Sendable, Hashable {
    /// An aspect ratio.
    package enum Aspect: String, Sendable, Hashable, CaseIterable {
        case automatic, classic, wide, cinema, square

        /// The title in the settings.
        package var title: String {
            switch self {
            case .automatic: "Automatic"
            case .classic: "4:3"
            case .wide: "16:9"
            case .cinema: "2.35:1"
            case .square: "1:1"
            }
        }

        /// The width relative to the height; `nil` for that of the media.
        package var ratio: Double? {
            switch self {
            case .automatic: nil
            case .classic: 4.0 / 3
            case .wide: 16.0 / 9
            case .cinema: 2.35
            case .square: 1
            }
        }
    }

    /// The valid zooms.
    package static let zooms = 0.5...4.0

    /// The aspect ratio of the picture.
    package var aspect = Aspect.automatic
    /// The factor of the size, within ``zooms``.
    package var zoom = 1.0 { didSet { zoom = zoom.isFinite ? min(max(zoom, Self.zooms.lowerBound), Self.zooms.upperBound) : 1 } }
    /// The number of quarter turns clockwise, from 0 to 3.
    package var turns = 0 { didSet { turns = (turns % 4 + 4) % 4 } }

    /// Creates an adjustment without effect.
    package init() {}

    /// Whether the width and the height are exchanged.
    package var isSideways: Bool { turns % 2 == 1 }

    /// Returns the size of the picture with its aspect ratio, before it is turned, in square pixels.
    package func size(width: Double, height: Double) -> (width: Double, height: Double) {
        (aspect.ratio.map { height * $0 } ?? width, height)
    }

    /// Returns the rectangle of the turned picture in a view.
    /// - Parameters:
    ///   - width: The width of the picture in square pixels.
    ///   - height: The height of the picture.
    ///   - stretching: The way in which the picture fills the view.
    ///   - viewWidth: The width of the view, in its units.
    ///   - viewHeight: The height of the view.
    ///   - scale: The number of screen pixels in a unit of the view.
    /// - Returns: The rectangle, in units of the view.
    package func rect(
        width: Double, height: Double, stretching: Stretching, viewWidth: Double, viewHeight: Double, scale: Double
    ) -> ViewRect {
        let size = size(width: width, height: height)
        let turned = isSideways ? (size.height, size.width) : (size.width, size.height)
        let rect = stretching.rect(width: turned.0, height: turned.1, viewWidth: viewWidth, viewHeight: viewHeight, scale: scale)
        let middle = (rect.x + rect.width / 2, rect.y + rect.height / 2)
        return ViewRect(
            x: middle.0 - rect.width * zoom / 2, y: middle.1 - rect.height * zoom / 2, width: rect.width * zoom,
            height: rect.height * zoom)
    }
}
