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
            var next: VideoPicture?
            var last: VideoPicture?
            var place = Place()
            var isBusy = false
            var finished: Texture?
            var isDelivered = true
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
            let last = state.withLock { state in
                guard state.place != place else { return VideoPicture?.none }
                state.place = place
                return state.next ?? state.last
            }
            if let last { present(last) }
        }

        func present(_ picture: VideoPicture) {
            let starts = state.withLock { state in
                state.next = picture
                state.last = picture
                defer { state.isBusy = true }
                return !state.isBusy
            }
            if starts { queue.async { self.work() } }
        }

        func clear() {
            state.withLock { state in
                state.next = nil
                state.last = nil
            }
            deliver(nil)
        }

        private func work() {
            while true {
                let work = state.withLock { state -> (VideoPicture, Place)? in
                    guard let next = state.next else {
                        state.isBusy = false
                        return nil
                    }
                    state.next = nil
                    return (next, state.place)
                }
                guard let (picture, place) = work else { return }
                if let texture = texture(of: picture.frame, place) { deliver(texture) }
            }
        }

        /// Passes a picture to the main actor; if the main actor is late, it gets only the newest one.
        private func deliver(_ texture: Texture?) {
            let isFirst = state.withLock { state in
                state.finished = texture
                defer { state.isDelivered = false }
                return state.isDelivered
            }
            guard isFirst else { return }
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
