#if canImport(CGtk)
    import CGtk
    import Foundation
    import Playhead
    import PlayheadArguments
    import PlayheadGTK
    import PlayheadView

    /// Opening of files, folders, lists and addresses.
    extension DesktopWindow {
        /// Opens the locations of the command line; ends the program if they have no item.
        func openArguments() {
            opening = Task { [weak self, command] in
                let reader = await LocationReader.read(command.urls.compactMap { try? Location.url(of: $0) }, findsCaptions: true)
                guard let self, !isEnding, !Task.isCancelled else { return }
                for warning in reader.warnings { warn(warning) }
                guard !reader.entries.isEmpty else {
                    status = 1
                    return end()
                }
                requestedStart = command.start
                load(reader.entries)
            }
        }

        /// Opens locations, files, folders or addresses, in place of the current list.
        func open(_ locations: [String]) {
            let urls = locations.compactMap { try? Location.url(of: $0) }
            guard !urls.isEmpty else { return warn("'\(locations.first ?? "")' is not an address that can be played.") }
            open(urls)
        }

        /// Opens URLs in place of the current list. A single file with captions is shown with the current item.
        func open(_ urls: [URL]) {
            guard !urls.isEmpty else { return }
            if let file = captions(in: urls) { return openCaptions(file) }
            opening?.cancel()
            opening = Task { [weak self] in
                let reader = await LocationReader.read(urls, findsCaptions: true)
                guard let self, !isEnding, !Task.isCancelled else { return }
                for warning in reader.warnings { warn(warning) }
                guard !reader.entries.isEmpty else { return }
                load(reader.entries)
                if command.autoplay { player.play(reason: .interaction) }
            }
        }

        /// Adds locations to the end of the list.
        func append(_ locations: [String]) {
            let urls = locations.compactMap { try? Location.url(of: $0) }
            if let file = captions(in: urls) { return openCaptions(file) }
            Task { [weak self] in
                let reader = await LocationReader.read(urls, findsCaptions: true)
                guard let self, !isEnding else { return }
                for warning in reader.warnings { warn(warning) }
                guard !reader.entries.isEmpty else { return }
                change(list: player.items + reader.entries.map { PlayerItem($0) }, current: player.currentIndex ?? 0)
            }
        }

        /// Returns the only URL, if it is a file with captions for the current item.
        private func captions(in urls: [URL]) -> URL? {
            guard urls.count == 1, urls[0].isFileURL, MediaFiles.isCaptions(urls[0].lastPathComponent), player.currentItem != nil else {
                return nil
            }
            return urls[0]
        }

        private func load(_ entries: [PlaylistEntry]) {
            showStart(false)
            replaceList(entries.map { PlayerItem($0) }, startingAt: 0)
        }

        /// Loads a list, also after an error.
        private func replaceList(_ items: [PlayerItem], startingAt index: Int) {
            if player.state == .error { player.release() }
            player.load(items, startingAt: index)
        }

        /// Replaces the list. The current item continues, or the item at `current` replaces it.
        func change(list: [PlayerItem], current: Int) {
            guard list.indices.contains(current) else { return }
            if list[current] === player.currentItem { return player.arrange(list) }
            let plays = player.intendsToPlay
            replaceList(list, startingAt: current)
            if plays { player.play(reason: .interaction) } else { player.pause(reason: .interaction) }
        }

        // MARK: Dialogs

        func chooseFiles() {
            Dialogs.openFiles(window, title: "Open files", filters: OpenFilter.media) { [weak self] files in
                if !files.isEmpty { self?.open(files) }
            }
        }

        func chooseAddress() {
            Dialogs.openAddress(window) { text in
                Self.problem(ofAddress: text)
            } done: { [weak self] text in
                self?.open([text.trimmingCharacters(in: .whitespaces)])
            }
        }

        /// Returns the reason for which an address cannot be opened; `nil` if it can.
        static func problem(ofAddress text: String) -> String? {
            let text = text.trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty else { return "Enter an address, such as https://example.org/film.m3u8." }
            guard let url = try? Location.url(of: text) else { return "'\(text)' is not an address." }
            if url.isFileURL { return FileManager.default.fileExists(atPath: url.path) ? nil : "There is no file \(url.path)." }
            guard ["http", "https"].contains(url.scheme?.lowercased() ?? "") else { return "Only http, https and files can be played." }
            return url.host()?.isEmpty == false ? nil : "The address has no server."
        }

        func chooseCaptions() {
            Dialogs.openFiles(window, title: "Open captions", isSingle: true, filters: OpenFilter.captions) { [weak self] files in
                if let file = files.first.flatMap({ URL(string: $0) }) { self?.openCaptions(file) }
            }
        }

        func openCaptions(_ url: URL) {
            let maximum = 8 << 20
            Task { [weak self] in
                do {
                    // A slow disk must not block the window, and a pipe would never be read to its end.
                    let bytes = try await Task.detached {
                        let values = try url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
                        guard values.isRegularFile == true else { throw CocoaError(.fileReadUnknown) }
                        let file = try FileHandle(forReadingFrom: url)
                        defer { try? file.close() }
                        return [UInt8](try file.read(upToCount: maximum + 1) ?? Data())
                    }.value
                    guard let self, !isEnding else { return }
                    guard bytes.count <= maximum else { return warn("\(url.lastPathComponent) is too large for captions.") }
                    if let doubt = try await view.loadCaptions(name: url.lastPathComponent, bytes: bytes) { warn(doubt) }
                } catch let error as PlaybackError {
                    self?.warn("\(error.message) (\(error.code))")
                } catch {
                    self?.warn("\(url.lastPathComponent) can't be read.")
                }
            }
        }

        /// Reports a problem over the picture and on standard error.
        func warn(_ text: String) {
            standardError(text)
            toast.show(text)
        }
    }
#endif
