/// An icon as lines and areas on a grid of 24 × 24 units.
///
/// All icons of the view come from here: they have the same weight and corners at every size, and do not depend on an installed icon theme.
package enum Glyph: Sendable, Hashable, CaseIterable {
    case play, pause, replay, previous, next
    case volumeMuted, volumeLow, volumeMedium, volumeHigh
    case captions, settings, playlist, miniWindow, fullscreen, restore
    case back, forward, check, close, up, down, more
    case open, link, film, music, statistics, warning, speed, loop, skipBack, skipAhead

    /// Whether the icon points along the text, and is mirrored where that runs from right to left.
    package var followsText: Bool { self == .back || self == .forward }

    /// A step of a path.
    package enum Step: Sendable, Hashable {
        case move(Double, Double)
        case line(Double, Double)
        /// An arc around a centre, clockwise, with angles in degrees from the right.
        case arc(Double, Double, radius: Double, from: Double, to: Double)
        case close
    }

    /// A path, which is stroked with a width of 2 units and round ends.
    package struct Shape: Sendable, Hashable {
        /// The steps.
        package var steps: [Step]
        /// Whether the path is filled, too.
        package var isFilled = false
    }

    /// The side of the grid.
    package static let grid = 24.0

    /// The paths, in drawing order.
    package var shapes: [Shape] {
        switch self {
        case .play: [Self.area((8, 5.5), (18.5, 12), (8, 18.5))]
        case .pause: [Self.area((7, 6), (9, 6), (9, 18), (7, 18)), Self.area((15, 6), (17, 6), (17, 18), (15, 18))]
        case .replay: [Shape(steps: [.arc(12, 13, radius: 7, from: 270, to: 540)]), Self.area((11.5, 3), (11.5, 9), (8, 6))]
        case .previous: [Self.area((18, 6.5), (10, 12), (18, 17.5)), Self.line((6, 6), (6, 18))]
        case .next: [Self.area((6, 6.5), (14, 12), (6, 17.5)), Self.line((18, 6), (18, 18))]
        case .volumeMuted: [Self.speaker, Self.line((16, 9.5), (21, 14.5)), Self.line((21, 9.5), (16, 14.5))]
        case .volumeLow: [Self.speaker]
        case .volumeMedium: [Self.speaker, Self.wave(4)]
        case .volumeHigh: [Self.speaker, Self.wave(4), Self.wave(8)]
        case .captions, .settings, .playlist, .miniWindow, .fullscreen, .restore: controlShapes
        case .back, .forward, .check, .close, .up, .down, .more: signShapes
        case .open, .link, .film, .music, .statistics, .warning, .speed, .loop, .skipBack, .skipAhead: objectShapes
        }
    }

    private var controlShapes: [Shape] {
        switch self {
        case .captions:
            [
                Self.frame(3, 5, 21, 19), Self.line((7, 11.5), (10, 11.5)), Self.line((13.5, 11.5), (17, 11.5)),
                Self.line((7, 15.5), (13, 15.5)), Self.line((16.5, 15.5), (17, 15.5)),
            ]
        case .settings:
            [
                Self.line((4, 7), (20, 7)), Self.line((4, 12), (20, 12)), Self.line((4, 17), (20, 17)), Self.dot(9, 7, 1.6),
                Self.dot(15, 12, 1.6), Self.dot(8, 17, 1.6),
            ]
        case .playlist:
            [
                Self.line((4, 6), (20, 6)), Self.line((4, 12), (12, 12)), Self.line((4, 18), (12, 18)),
                Self.area((16, 11.5), (20.5, 14.7), (16, 18)),
            ]
        case .miniWindow: [Self.frame(3, 5, 21, 19), Self.area((13, 13), (17, 13), (17, 15.5), (13, 15.5))]
        case .fullscreen:
            [
                Self.line((4, 9), (4, 4), (9, 4)), Self.line((15, 4), (20, 4), (20, 9)), Self.line((20, 15), (20, 20), (15, 20)),
                Self.line((9, 20), (4, 20), (4, 15)),
            ]
        default:
            [
                Self.line((9, 4), (9, 9), (4, 9)), Self.line((15, 4), (15, 9), (20, 9)), Self.line((20, 15), (15, 15), (15, 20)),
                Self.line((4, 15), (9, 15), (9, 20)),
            ]
        }
    }

    private var signShapes: [Shape] {
        switch self {
        case .back: [Self.line((15, 5), (8, 12), (15, 19))]
        case .forward: [Self.line((9, 5), (16, 12), (9, 19))]
        case .check: [Self.line((5, 12.5), (10, 17.5), (19, 7))]
        case .close: [Self.line((6, 6), (18, 18)), Self.line((18, 6), (6, 18))]
        case .up: [Self.line((5, 15), (12, 8), (19, 15))]
        case .down: [Self.line((5, 9), (12, 16), (19, 9))]
        default: [Self.dot(5, 12, 1), Self.dot(12, 12, 1), Self.dot(19, 12, 1)]
        }
    }

    private var objectShapes: [Shape] {
        switch self {
        case .open:
            [Shape(steps: [.move(3, 19), .line(3, 6), .line(9, 6), .line(11.5, 9), .line(21, 9), .line(21, 19), .close])]
        case .link:
            [
                Shape(steps: [.arc(12, 12, radius: 9, from: 0, to: 360)]), Self.line((3, 12), (21, 12)),
                Shape(steps: [.arc(18, 12, radius: 10.8, from: 124, to: 236)]),
                Shape(steps: [.arc(6, 12, radius: 10.8, from: -56, to: 56)]),
            ]
        case .film: [Self.frame(3, 5, 21, 19), Self.area((10.5, 9.5), (14.5, 12), (10.5, 14.5))]
        case .music: [Self.dot(7.5, 17.5, 2.5), Self.dot(16.5, 15.5, 2.5), Self.line((10, 17.5), (10, 6), (19, 4), (19, 15.5))]
        case .statistics: [Self.line((6, 19), (6, 12)), Self.line((12, 19), (12, 5)), Self.line((18, 19), (18, 9))]
        case .warning:
            [
                Shape(steps: [.move(12, 4), .line(21, 19.5), .line(3, 19.5), .close]), Self.line((12, 10.5), (12, 13.5)),
                Self.line((12, 16.5), (12, 16.5)),
            ]
        case .speed: [Shape(steps: [.arc(12, 14, radius: 8.5, from: 160, to: 380)]), Self.line((12, 14), (16, 9.5))]
        case .loop:
            [
                Shape(steps: [.move(4, 11), .line(4, 7), .line(17, 7)]), Self.area((17, 5), (19.5, 7), (17, 9)),
                Shape(steps: [.move(20, 13), .line(20, 17), .line(7, 17)]), Self.area((7, 15), (4.5, 17), (7, 19)),
            ]
        case .skipBack: [Self.area((11.5, 7), (5, 12), (11.5, 17)), Self.area((19, 7), (12.5, 12), (19, 17))]
        default: [Self.area((5, 7), (11.5, 12), (5, 17)), Self.area((12.5, 7), (19, 12), (12.5, 17))]
        }
    }

    private static let speaker = area((4, 10), (7, 10), (11, 6.5), (11, 17.5), (7, 14), (4, 14))

    private static func wave(_ radius: Double) -> Shape { Shape(steps: [.arc(12, 12, radius: radius, from: -45, to: 45)]) }

    private static func dot(_ x: Double, _ y: Double, _ radius: Double) -> Shape {
        Shape(steps: [.arc(x, y, radius: radius, from: 0, to: 360)], isFilled: true)
    }

    private static func frame(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Shape {
        Shape(steps: path([(left, top), (right, top), (right, bottom), (left, bottom)]) + [.close])
    }

    private static func area(_ points: (Double, Double)...) -> Shape { Shape(steps: path(points) + [.close], isFilled: true) }

    private static func line(_ points: (Double, Double)...) -> Shape { Shape(steps: path(points)) }

    private static func path(_ points: [(Double, Double)]) -> [Step] {
        points.enumerated().map { $0 == 0 ? .move($1.0, $1.1) : .line($1.0, $1.1) }
    }
}
