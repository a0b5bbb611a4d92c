import PlayheadCaptions
import Testing

@Suite("Channels of captions in a video")
struct CaptionChannelsTests {
    /// A group of `cc_data_pkt` with odd parity.
    private func group(_ field: UInt8, _ first: UInt8, _ second: UInt8) -> [UInt8] {
        [0xFC | field] + [first, second].map { $0.nonzeroBitCount % 2 == 1 ? $0 : $0 | 0x80 }
    }

    @Test("bytes belong to the channel of the last code in their field")
    func channels() {
        var channels = CaptionChannels()
        let padding = group(0, 0, 0)
        var parts = channels.split(group(0, 0x14, 0x20) + group(1, 0x1D, 0x20))
        #expect(parts[.cc1] == group(0, 0x14, 0x20) && parts[.cc2] == padding)
        // Each channel is as CC1.
        #expect(parts[.cc3] == padding && parts[.cc4] == group(0, 0x14, 0x20))
        #expect(channels.seen == [.cc1, .cc4])
        parts = channels.split(group(0, 0x41, 0x42) + group(1, 0x43, 0x44))
        #expect(parts[.cc1] == group(0, 0x41, 0x42) && parts[.cc4] == group(0, 0x43, 0x44))
        #expect(parts[.cc2] == padding && parts[.cc3] == padding)
        // Row 14 of CC2 and of CC3, whose first byte is no command.
        parts = channels.split(group(0, 0x1C, 0x50) + group(1, 0x15, 0x50))
        #expect(parts[.cc2] == group(0, 0x14, 0x50) && parts[.cc1] == padding)
        #expect(parts[.cc3] == group(0, 0x15, 0x50) && parts[.cc4] == padding)
        #expect(channels.seen == [.cc1, .cc2, .cc3, .cc4])
    }

    @Test("data about programs, other types and invalid groups belong to no channel")
    func others() {
        var channels = CaptionChannels()
        _ = channels.split(group(1, 0x15, 0x20))
        let padding = group(0, 0, 0)
        for data in [group(1, 0x01, 0x03), group(1, 0x41, 0x42), group(1, 0x0F, 0x1D), group(1, 0x41, 0x42)] {
            #expect(channels.split(data)[.cc3] == padding)
        }
        #expect(channels.split([0xF8, 0x94, 0x20])[.cc1] == padding)
        // A wrong parity.
        #expect(channels.split([0xFC, 0x14, 0x20])[.cc1] == padding)
        #expect(channels.split([0xFE, 0x94, 0x20] + [0xFF, 0x94, 0x20]).isEmpty)
        #expect(channels.split([0xFC, 0x94]).isEmpty && channels.split([]).isEmpty)
        #expect(channels.seen == [.cc3])
    }

    @Test("after a reset bytes belong to no channel before the next code")
    func reset() {
        var channels = CaptionChannels()
        _ = channels.split(group(0, 0x14, 0x20))
        channels.reset()
        #expect(channels.split(group(0, 0x41, 0x42))[.cc1] == group(0, 0, 0))
    }
}
