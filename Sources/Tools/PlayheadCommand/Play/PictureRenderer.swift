import Dispatch
import Foundation
import PlayheadEngine
import PlayheadFFmpeg
import PlayheadTerminal
import Synchronization

/// Renders frames for the terminal on its own queue. A frame that arrives during rendering replaces the one that waits; the last one is
/// rendered again for another area.
final class PictureRenderer: VideoOutput {
    private struct State {
        var pictures = PendingPicture<VideoPicture>()
        var area = TerminalSize(columns: 0, rows: 0)
        var cell: TerminalSize?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "playhead.picture", qos: .utility)
    private let picture: TerminalPicture
    private let scaler = Mutex(SendableScaler())
    private let show: @Sendable (RenderedPicture?) -> Void

    /// Creates a renderer. `show` is called in order with each rendered picture, and with `nil` when the picture is removed. It returns
    /// quickly and does not call the renderer, because a lock is held.
    init(capabilities: TerminalCapabilities, show: @escaping @Sendable (RenderedPicture?) -> Void) {
        picture = TerminalPicture(capabilities: capabilities)
        self.show = show
    }

    /// Sets the area for pictures; renders the last frame again if the area has changed.
    func setArea(_ area: TerminalSize, cell: TerminalSize?) {
        let starts = state.withLock { state in
            guard state.area != area || state.cell != cell else { return false }
            state.area = area
            state.cell = cell
            return state.pictures.addLast()
        }
        if starts { queue.async { self.renderAll() } }
    }

    func present(_ picture: VideoPicture) {
        let starts = state.withLock { $0.pictures.add(picture) }
        if starts { queue.async { self.renderAll() } }
    }

    func clear() {
        state.withLock { state in
            state.pictures.removeAll()
            show(nil)
        }
    }

    private func renderAll() {
        while true {
            let next = state.withLock { state -> (PendingPicture<VideoPicture>.Work, TerminalSize, TerminalSize?)? in
                guard let work = state.pictures.take() else { return nil }
                return (work, state.area, state.cell)
            }
            guard let (work, area, cell) = next else { return }
            guard let rendered = render(work.picture.frame, in: area, cell: cell) else { continue }
            state.withLock { state in
                if state.pictures.isValid(work) { show(rendered) }
            }
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
