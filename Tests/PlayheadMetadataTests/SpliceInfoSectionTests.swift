import PlayheadCore
import PlayheadMetadata
import Testing

/// The sections are the samples of ANSI/SCTE 35 §14.
@Suite("SCTE-35")
struct SpliceInfoSectionTests {
    static let signal = "0xFC3034000000000000FFFFF00506FE72BD0050001E021C435545494800008E7FCF0001A599B00808000000002CA0A18A3402009AC9D17E"
    static let insert = "/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo="

    @Test("a time signal with a placement opportunity")
    func timeSignal() throws {
        let section = try SpliceInfoSection.parse(Self.signal)
        #expect(section.isChecksumValid)
        #expect(section.command == .timeSignal(ticks: 0x72BD_0050))
        #expect(section.tier == 0xFFF)
        #expect(section.descriptors.count == 1)
        guard case .segmentation(let descriptor) = section.descriptors.first else {
            Issue.record("no segmentation")
            return
        }
        #expect(descriptor.eventID == 0x4800_008E)
        #expect(descriptor.typeName == "Provider Placement Opportunity Start")
        #expect(descriptor.duration == 307)
        #expect(descriptor.segmentNumber == 2)
        #expect(descriptor.segmentsExpected == 0)
        #expect(descriptor.upids.map(\.typeName) == ["AiringID"])
        #expect(descriptor.upids.map(\.text) == ["0x000000002CA0A18A"])
        #expect(descriptor.restrictions?.hasNoRegionalBlackout == true)
        #expect(descriptor.restrictions?.isWebDeliveryAllowed == false)
        #expect(section.duration == 307)
    }

    @Test("a splice out of the network with a break that ends by itself")
    func spliceInsert() throws {
        let section = try SpliceInfoSection.parse(Self.insert)
        #expect(section.isChecksumValid)
        guard case .insert(let insert) = section.command else {
            Issue.record("no insert")
            return
        }
        #expect(insert.eventID == 0x4800_008F)
        #expect(insert.isOutOfNetwork)
        #expect(!insert.isImmediate)
        #expect(insert.ticks == 0x7369_C02E)
        #expect(insert.breakDuration?.returnsByItself == true)
        #expect(insert.breakDuration?.ticks == 5_426_421)
        #expect(section.descriptors == [.avail(id: 0x135)])
    }

    @Test("hexadecimal with and without 0x, base64 and bytes are the same section")
    func encodings() throws {
        let section = try SpliceInfoSection.parse(Self.signal)
        #expect(try SpliceInfoSection.parse(String(Self.signal.dropFirst(2))) == section)
        #expect(try SpliceInfoSection.parse(section.bytes) == section)
        #expect(
            try SpliceInfoSection.parse("/DA0AAAAAAAA///wBQb+cr0AUAAeAhxDVUVJSAAAjn/PAAGlmbAICAAAAAAsoKGKNAIAmsnRfg==") == section)
    }

    @Test("a changed bit invalidates the checksum, and the section is parsed nevertheless")
    func checksum() throws {
        var bytes = try SpliceInfoSection.parse(Self.signal).bytes
        bytes[bytes.count - 8] ^= 1
        #expect(try !SpliceInfoSection.parse(bytes).isChecksumValid)
    }

    @Test("the adjustment is added to the time, which wraps after 33 bits")
    func adjustment() throws {
        var bytes = try SpliceInfoSection.parse(Self.signal).bytes
        // pts_adjustment: 33 bits that end with byte 8.
        bytes[4] |= 1
        bytes.replaceSubrange(5..<9, with: [0x8D, 0x43, 0x00, 0x0A])
        let section = try SpliceInfoSection.parse(bytes)
        #expect(section.adjustmentTicks == 0x1_8D43_000A)
        #expect(section.spliceTime == 90.0 / 90_000)
    }

    @Test("an encrypted section has only its algorithm")
    func encrypted() throws {
        var bytes = try SpliceInfoSection.parse(Self.signal).bytes
        bytes[4] = 0x80 | 3 << 1
        let section = try SpliceInfoSection.parse(bytes)
        #expect(section.encryptionAlgorithm == 3)
        #expect(section.command == .unknown(type: 6, data: []))
        #expect(section.descriptors.isEmpty)
    }

    @Test("a section of old writers has no command length")
    func unknownLength() throws {
        var bytes = try SpliceInfoSection.parse(Self.insert).bytes
        bytes[11] |= 0x0F
        bytes[12] = 0xFF
        let section = try SpliceInfoSection.parse(bytes)
        #expect(section.command.name == "splice_insert")
        #expect(section.descriptors == [.avail(id: 0x135)])
    }

    @Test(
        "an invalid section gives the reason",
        arguments: [("no hex", .notEncoded), ("", .cutOff), ("0xFC30", .cutOff), ("0x00302F00", .wrongTable)]
            as [(String, SpliceInfoSection.Failure)])
    func failures(text: String, failure: SpliceInfoSection.Failure) {
        #expect(throws: failure) { try SpliceInfoSection.parse(text) }
    }

    @Test("every truncated section is a failure")
    func cuts() throws {
        let bytes = try SpliceInfoSection.parse(Self.insert).bytes
        for count in bytes.indices { #expect(throws: SpliceInfoSection.Failure.cutOff) { try SpliceInfoSection.parse(bytes[..<count]) } }
    }

    @Test("types of segmentation have names, reserved ones do not")
    func typeNames() throws {
        func name(_ type: UInt8) throws -> String? {
            var bytes = try SpliceInfoSection.parse(Self.signal).bytes
            bytes[bytes.count - 7] = type
            guard case .segmentation(let descriptor) = try SpliceInfoSection.parse(bytes).descriptors.first else { return "none" }
            return descriptor.typeName
        }
        #expect(try name(0x10) == "Program Start")
        #expect(try name(0x23) == "Break End")
        #expect(try name(0x44) == "Provider Ad Block Start")
        #expect(try name(0x51) == "Network End")
        #expect(try name(0x60) == nil)
    }

    @Test("as metadata it has the duration of its break, and readable values")
    func metadata() throws {
        let metadata = try SpliceInfoSection.parse(Self.signal).timedMetadata(at: 12)
        #expect(metadata.kind == .scte35)
        #expect(metadata.start == 12)
        #expect(metadata.end == 319)
        guard case .object(let fields) = metadata.fields["metadata"], case .array(let descriptors) = fields["descriptors"],
            case .object(let descriptor) = descriptors.first
        else {
            Issue.record("no fields")
            return
        }
        #expect(fields["command"] == "time_signal")
        #expect(fields["duration"] == 307.0)
        #expect(fields["data"] == .string(Self.signal))
        #expect(descriptor["segmentationTypeName"] == "Provider Placement Opportunity Start")
    }

    @Test("without a duration it is an instant")
    func moment() throws {
        let null = try SpliceInfoSection.parse("0xFC301100000000000000FFFFFF0000004F253396")
        #expect(null.command == .null)
        #expect(null.timedMetadata(at: 3).end == 3)
    }
}
