#if canImport(CGtk)
    import CGtk
    import Dispatch
    import PlayheadEngine
    import PlayheadFFmpeg
    import PlayheadView
    import Synchronization

    /// Turns the engine's pictures into textures, on a queue of its own: the newest one that has come while the last was made.
    final class PictureOutput: VideoOutput {
        /// How a view shows pictures.
        struct Place: Sendable, Equatable {
            var width = 0.0
            var height = 0.0
            /// Pixels of the screen in a unit of the view.
            var scale = 1.0
            var stretching = Stretching.uniform
        }

        /// A picture that GTK can draw.
        ///
        /// `@unchecked Sendable`: GDK's textures never change once they are made, and count references atomically.
        final class Texture: @unchecked Sendable {
            let texture: OpaquePointer
            /// The size in square pixels.
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
            var isTold = true
        }

        private let state = Mutex(State())
        private let queue = DispatchQueue(label: "playhead.gtk.picture")
        private let scaler = Mutex(OwnedScaler())
        private let show: @MainActor @Sendable (Texture?) -> Void

        /// - Parameter show: Gets each picture that is still the newest, and `nil` when there is none any more.
        init(show: @escaping @MainActor @Sendable (Texture?) -> Void) { self.show = show }

        /// Says how pictures are shown; the last one is made anew where that needs another size.
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
            tell(nil)
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
                if let texture = texture(of: picture.frame, place) { tell(texture) }
            }
        }

        /// Hands a picture to the main actor; where that is late it gets the newest only.
        private func tell(_ texture: Texture?) {
            let isFirst = state.withLock { state in
                state.finished = texture
                defer { state.isTold = false }
                return state.isTold
            }
            guard isFirst else { return }
            Task { @MainActor in
                let texture = state.withLock { state in
                    state.isTold = true
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

    /// The scaler, used under a lock only.
    private struct OwnedScaler: ~Copyable {
        let scaler = PictureScaler()
    }
#endif
