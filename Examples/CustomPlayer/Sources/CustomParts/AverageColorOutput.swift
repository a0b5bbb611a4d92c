import Dispatch
import Playhead
import Synchronization

/// A custom video output: computes the average color of each picture, for example for a light behind a screen.
public final class AverageColorOutput: VideoOutput {
    /// A color with components from 0 to 255.
    public struct Color: Sendable, Hashable {
        /// The red component.
        public var red: Int
        /// The green component.
        public var green: Int
        /// The blue component.
        public var blue: Int
    }

    /// The side of the scaled picture whose pixels are averaged, in pixels.
    private static let side = 16
    private let queue = DispatchQueue(label: "AverageColorOutput")
    private let onColor: @Sendable (_ color: Color, _ time: Double) -> Void
    private let onClear: @Sendable () -> Void

    /// Creates an output.
    /// - Parameters:
    ///   - onColor: Receives the color of a picture and the picture's time in seconds, on a serial queue.
    ///   - onClear: Called on the same queue when no picture is shown any more.
    public init(onColor: @escaping @Sendable (_ color: Color, _ time: Double) -> Void, onClear: @escaping @Sendable () -> Void = {}) {
        self.onColor = onColor
        self.onClear = onClear
    }

    /// Computes the color of a picture on the queue, because the engine waits for this call.
    public func present(_ picture: VideoPicture) {
        queue.async { [onColor] in
            guard let pixels = picture.rgba(width: Self.side, height: Self.side) else { return }
            onColor(Self.average(of: pixels), picture.time)
        }
    }

    /// Reports that no picture is shown.
    public func clear() {
        queue.async { [onClear] in onClear() }
    }

    private static func average(of pixels: [UInt8]) -> Color {
        var sums = [0, 0, 0]
        for (index, value) in pixels.enumerated() where index % 4 < 3 { sums[index % 4] += Int(value) }
        let count = max(1, pixels.count / 4)
        return Color(red: sums[0] / count, green: sums[1] / count, blue: sums[2] / count)
    }
}
