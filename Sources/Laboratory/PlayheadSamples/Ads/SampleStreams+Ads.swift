import Foundation

extension SampleStreams {
    /// Generates media for ads, unlike that of content: `one.mp4` and `two.mp4` of 5 s and `long.mp4` of 20 s, each with sound, and the
    /// pictures `companion.png` (300 × 250) and `overlay.png` (468 × 60).
    ///
    /// - Returns: The folder, which contains nothing else.
    /// - Throws: ``SampleStreamError``, or the system's error if the folder is not writable.
    package func adMedia() async throws -> URL {
        try await made("ads-2", last: "overlay.png") { tool, folder in
            for (name, colors, tone, seconds) in [
                ("one", "c0=0x26a269:c1=0x1a5fb4", 440, "5"), ("two", "c0=0xc64600:c1=0x613583", 660, "5"),
                ("long", "c0=0xc64600:c1=0x613583", 660, "20"),
            ] {
                try await tool.run(
                    [
                        "-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i",
                        "gradients=s=640x360:rate=30:\(colors):speed=0.02:seed=1",
                        "-f", "lavfi", "-i", "sine=frequency=\(tone):sample_rate=48000", "-t", seconds, "-c:v", "libx264", "-preset",
                        "superfast",
                        "-pix_fmt", "yuv420p", "-g", "30", "-c:a", "aac", "-movflags", "+faststart", "\(name).mp4",
                    ], in: folder)
            }
            for (name, size, colors) in [
                ("companion", "300x250", "c0=0xe66100:c1=0x9141ac"), ("overlay", "468x60", "c0=0x9141ac:c1=0x1a5fb4"),
            ] {
                try await tool.run(
                    [
                        "-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "gradients=s=\(size):\(colors):seed=1", "-frames:v",
                        "1",
                        "\(name).png",
                    ], in: folder)
            }
        }
    }
}
