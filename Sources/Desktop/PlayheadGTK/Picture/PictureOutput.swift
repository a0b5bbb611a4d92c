#if canImport(CGtk)
    import CGtk
    import Dispatch
    import PlayheadEngine
    import PlayheadFFmpeg
    import PlayheadView
    import Synchronization

    /// Converts frames to textures on its own queue. A frame that arrives during a conversion replaces the one that waits.
    final class PictureOutput: VideoOutput {
        /// The place of the picture in a view.
        struct Place: Sendable, Equatable {
            var width = 0.0
            var height = 0.0
            /// The number of screen pixels in a unit of the view.
            var scale = 1.0
            var stretching = Stretching.uniform
        }

        /// A picture that GTK can draw.
        ///
        /// `@unchecked Sendable`: GDK's textures are immutable, and their reference count is atomic.
        final class Texture: @unchecked Sendable {
            let texture: OpaquePointer
            /// The width in square pixels; the height follows.
            let width: Double
            let height: Double

            init(_ texture: OpaquePointer, width: Double, height: Double) {
                self.texture = texture
                self.width = width
                self.height = height
            }

            deinit { g_object_unref(UnsafeMutableRawPointer(texture)) }
        }

        private struct State {
            var pictures = PendingPicture<VideoPicture>()
            var place = Place()
            var finished: Texture?
            var isDelivered = true

            /// Sets the picture to show; `nil` for none.
            /// - Returns: Whether it must be delivered; false if a delivery is on its way.
            mutating func finish(_ texture: Texture?) -> Bool {
                finished = texture
                defer { isDelivered = false }
                return isDelivered
            }
        }

        private let state = Mutex(State())
        private let queue = DispatchQueue(label: "playhead.gtk.picture")
        private let scaler = Mutex(OwnedScaler())
        private let show: @MainActor @Sendable (Texture?) -> Void

        /// - Parameter show: Called with each new picture, and with `nil` when the picture is removed. Pictures that are superseded
        ///   meanwhile are skipped.
        init(show: @escaping @MainActor @Sendable (Texture?) -> Void) { self.show = show }

        /// Sets the place of the picture; converts the last frame again if the place has changed.
        func setPlace(_ place: Place) {
            let starts = state.withLock { state in
                guard state.place != place else { return false }
                state.place = place
                return state.pictures.addLast()
            }
            if starts { queue.async { self.work() } }
        }

        func present(_ picture: VideoPicture) {
            let starts = state.withLock { $0.pictures.add(picture) }
            if starts { queue.async { self.work() } }
        }

        func clear() {
            let isFirst = state.withLock { state in
                state.pictures.removeAll()
                return state.finish(nil)
            }
            if isFirst { deliver() }
        }

        private func work() {
            while true {
                let next = state.withLock { state -> (PendingPicture<VideoPicture>.Work, Place)? in
                    guard let work = state.pictures.take() else { return nil }
                    return (work, state.place)
                }
                guard let (work, place) = next else { return }
                guard let converted = texture(of: work.picture.frame, place) else { continue }
                let isFirst = state.withLock { state in
                    guard state.pictures.isValid(work) else { return false }
                    return state.finish(converted)
                }
                if isFirst { deliver() }
            }
        }

        /// Passes the picture to the main actor; if the main actor is late, it gets only the newest one.
        private func deliver() {
            Task { @MainActor in
                let texture = state.withLock { state in
                    state.isDelivered = true
                    return state.finished
                }
                show(texture)
            }
        }

        private func texture(of frame: Frame, _ place: Place) -> Texture? {
            let size = place.stretching.pixels(
                width: frame.width, height: frame.height, pixelAspect: frame.pixelAspect, viewWidth: place.width, viewHeight: place.height,
                scale: place.scale)
            guard let pixels = scaler.withLock({ try? $0.scaler.bgra(frame, width: size.0, height: size.1) }) else { return nil }
            let bytes = g_bytes_new_with_free_func(pixels.memory, gsize(pixels.byteCount), { free($0) }, pixels.memory)
            defer { g_bytes_unref(bytes) }
            let made = gdk_memory_texture_new(
                gint(size.0), gint(size.1), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(pixels.bytesPerRow))
            guard let made else { return nil }
            return Texture(made, width: Double(frame.width) * frame.pixelAspect, height: Double(frame.height))
        }
    }

    /// A scaler, which is used under a lock only.
    private struct OwnedScaler: ~Copyable {
        let scaler = PictureScaler()
    }
#endif
