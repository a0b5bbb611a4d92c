#if os(Linux)
    import Foundation
    import PlayheadTestKit
    import Testing

    @testable import PlayheadFFmpeg

    /// Media that references other files: none of them may be opened.
    @Suite(.enabled(if: Samples.areThere))
    struct ReferenceTests {
        /// Makes a separate media file, which no other test opens.
        private func withTarget(_ body: (URL, OpenWatch) throws -> Void) async throws {
            let folder = Samples.folder.appendingPathComponent("references-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let target = folder.appendingPathComponent("target.ts")
            try Data(try await Samples.short(.mpegTS)).write(to: target)
            let watch = try OpenWatch(target)
            try body(target, watch)
            #expect(!watch.wasOpened())
            // The watch detects an access.
            _ = try Data(contentsOf: target)
            #expect(watch.wasOpened())
        }

        private func survive(_ bytes: [UInt8]) throws -> Int {
            guard let demuxer = try? Demuxer(source: MemorySource(bytes)) else { return 0 }
            return try Playthrough(demuxer).frames.count
        }

        @Test func `playlists and scripts are not media`() async throws {
            try await withTarget { target, _ in
                let texts = [
                    "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(target.absoluteString)\n#EXT-X-ENDLIST\n",
                    "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(target.path)\n#EXT-X-ENDLIST\n",
                    "#EXTM3U\n#EXTINF:1,Title\n\(target.path)\n", "ffconcat version 1.0\nfile '\(target.path)'\n",
                    "ffconcat version 1.0\nfile '\(target.absoluteString)'\n",
                    "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\"><BaseURL>\(target.absoluteString)</BaseURL></MPD>",
                    "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
                    "[playlist]\nFile1=\(target.path)\n",
                ]
                for text in texts {
                    let error = #expect(throws: FFmpegError.self) { try Demuxer(source: MemorySource(Array(text.utf8))) }
                    #expect(error?.isInvalidData == true, "\(text)")
                }
            }
        }

        @Test func `an MP4 file whose samples are in another file has none`() async throws {
            let movie = try await Samples.short(.mp4IndexAtEnd)
            #expect(try survive(movie) > 60)
            try await withTarget { target, _ in
                let reference = MovieBoxes.aliasReference(path: target.path)
                let outside = MovieBoxes.replacing("dref", in: movie[...], with: reference)
                #expect(outside.count > movie.count)
                let frames = try survive(outside)
                #expect(frames == 0)
            }
        }
    }
#endif
