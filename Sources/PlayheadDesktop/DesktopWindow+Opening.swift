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
        func openArguments() async {
            let reader = await LocationReader.read(command.urls.compactMap { try? Location.url(of: $0) })
            guard !isEnding else { return }
            for warning in reader.warnings { warn(warning) }
            guard !reader.entries.isEmpty else {
                status = 1
                return end()
            }
            load(reader.entries, startingAt: 0, position: command.start)
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
            if urls.count == 1, urls[0].isFileURL, MediaFiles.isCaptions(urls[0].lastPathComponent), player.currentItem != nil {
                return openCaptions(urls[0])
            }
            opening?.cancel()
            opening = Task { [weak self] in
                let reader = await LocationReader.read(urls)
                guard let self, !isEnding, !Task.isCancelled else { return }
                for warning in reader.warnings { warn(warning) }
                guard !reader.entries.isEmpty else { return }
                load(reader.entries, startingAt: 0, position: nil)
                if command.autoplay { player.play(reason: .interaction) }
            }
        }

        /// Adds locations to the end of the list.
        func append(_ locations: [String]) {
            Task { [weak self] in
                let reader = await LocationReader.read(locations.compactMap { try? Location.url(of: $0) })
                guard let self, !isEnding, !reader.entries.isEmpty else { return }
                change(list: player.items + reader.entries.map { PlayerItem($0) }, current: player.currentIndex ?? 0)
            }
        }

        private func load(_ entries: [PlaylistEntry], startingAt index: Int, position: Double?) {
            let items = entries.map { PlayerItem($0) }
            showStart(false)
            replaceList(items, startingAt: index)
            if let position {
                player.seek(to: position)
            } else if items.indices.contains(index), let position = startPosition(of: items[index]) {
                player.seek(to: position)
                toast.show("Continues at \(BarText.clock(position)). Home starts from the beginning.")
            }
        }

        /// Loads a list, also after an error.
        private func replaceList(_ items: [PlayerItem], startingAt index: Int) {
            if player.state == .error { player.release() }
            player.load(items, startingAt: index)
        }

        /// Replaces the list; the current item continues at its position.
        func change(list: [PlayerItem], current: Int) {
            guard list.indices.contains(current) else { return }
            let isSame = list[current] === player.currentItem
            let (position, plays) = (player.position, player.intendsToPlay)
            replaceList(list, startingAt: current)
            if isSame, player.timeline.kind == .onDemand, position > 0 { player.seek(to: position) }
            if plays { player.play(reason: .interaction) } else { player.pause(reason: .interaction) }
        }

        // MARK: Dialogs

        func chooseFiles() {
            Dialogs.openFiles(window, title: "Open files") { [weak self] files in if !files.isEmpty { self?.open(files) } }
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
            Dialogs.openFiles(window, title: "Open captions", isSingle: true) { [weak self] files in
                if let file = files.first.flatMap({ URL(string: $0) }) { self?.openCaptions(file) }
            }
        }

        func openCaptions(_ url: URL) {
            let maximum = 8 << 20
            do {
                let file = try FileHandle(forReadingFrom: url)
                defer { try? file.close() }
                let bytes = try file.read(upToCount: maximum + 1) ?? Data()
                guard bytes.count <= maximum else { return warn("\(url.lastPathComponent) is too large for captions.") }
                if let doubt = try view.showCaptions(name: url.lastPathComponent, bytes: [UInt8](bytes)) { warn(doubt) }
            } catch let error as PlaybackError {
                warn("\(error.message) (\(error.code))")
            } catch {
                warn("\(url.lastPathComponent) can't be read.")
            }
        }

        /// Reports a problem over the picture and on standard error.
        func warn(_ text: String) {
            standardError(text)
            toast.show(text)
        }
    }
#endif
