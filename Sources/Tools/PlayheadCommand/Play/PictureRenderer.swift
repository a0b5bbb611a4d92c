import Dispatch
import Foundation
import PlayheadEngine
import PlayheadFFmpeg
import PlayheadTerminal
import Synchronization

/// Renders frames for the terminal on its own queue. A frame that arrives during rendering replaces the one that waits.
final class PictureRenderer: VideoOutput {
    private struct State {
        var next: VideoPicture?
        var isBusy = false
        var area = TerminalSize(columns: 0, rows: 0)
        var cell: TerminalSize?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "playhead.picture", qos: .utility)
    private let picture: TerminalPicture
    private let scaler = Mutex(SendableScaler())
    private let show: @Sendable (RenderedPicture?) -> Void

    /// Creates a renderer. `show` is called on the renderer's queue with each rendered picture, and with `nil` when the picture is removed.
    init(capabilities: TerminalCapabilities, show: @escaping @Sendable (RenderedPicture?) -> Void) {
        picture = TerminalPicture(capabilities: capabilities)
        self.show = show
    }

    /// Sets the area for pictures.
    func setArea(_ area: TerminalSize, cell: TerminalSize?) {
        state.withLock { state in
            state.area = area
            state.cell = cell
        }
    }

    func present(_ picture: VideoPicture) {
        let starts = state.withLock { state in
            state.next = picture
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if starts { queue.async { self.renderAll() } }
    }

    func clear() {
        state.withLock { $0.next = nil }
        show(nil)
    }

    private func renderAll() {
        while true {
            let work = state.withLock { state -> (VideoPicture, TerminalSize, TerminalSize?)? in
                guard let next = state.next else {
                    state.isBusy = false
                    return nil
                }
                state.next = nil
                return (next, state.area, state.cell)
            }
            guard let (next, area, cell) = work else { return }
            if let rendered = render(next.frame, in: area, cell: cell) { show(rendered) }
        }
    }

    private func render(_ frame: Frame, in area: TerminalSize, cell: TerminalSize?) -> RenderedPicture? {
        guard area.columns > 0, area.rows > 0, frame.width > 0, frame.height > 0 else { return nil }
        // Scaling first is cheaper than passing on the whole picture, because cells show few pixels.
        let usual = TerminalSize(columns: 8, rows: 16)
        let size = cell ?? usual
        // bounded: the cells of a terminal are counted in 16 bits
        let scale = min(1, Double(area.columns * size.columns) / Double(frame.width), Double(area.rows * size.rows) / Double(frame.height))
        let width = max(1, Int(saturating: Double(frame.width) * scale, rounding: .towardZero))
        let height = max(1, Int(saturating: Double(frame.height) * scale, rounding: .towardZero))
        guard let pixels = scaler.withLock({ try? $0.scaler.rgba(frame, width: width, height: height) }) else { return nil }
        return pixels.withUnsafeBytes { bytes in
            // bounded: not larger than the area in pixels
            PixelBuffer(bytes: bytes, width: width, height: height, bytesPerRow: width * 4, pixelAspect: frame.pixelAspect)
                .flatMap { picture.render($0, in: area, cell: cell) }
        }
    }
}

/// A scaler, which is used under a lock only.
private struct SendableScaler: ~Copyable {
    let scaler = PictureScaler()
}
