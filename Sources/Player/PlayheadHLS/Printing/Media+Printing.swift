extension PartialSegment {
    /// The attributes of `EXT-X-PART`.
    var attributeList: AttributeWriter {
        var list = AttributeWriter()
        list.number("DURATION", duration)
        list.quoted("URI", uri)
        list.flag("INDEPENDENT", isIndependent)
        list.byteRange("BYTERANGE", byteRange)
        list.flag("GAP", isGap)
        list.others(otherAttributes)
        return list
    }
}

extension PreloadHint {
    /// The attributes of `EXT-X-PRELOAD-HINT`.
    var attributeList: AttributeWriter {
        var list = AttributeWriter()
        list.bare("TYPE", type.rawValue)
        list.quoted("URI", uri)
        if byteRangeStart != 0 { list.number("BYTERANGE-START", byteRangeStart) }
        list.number("BYTERANGE-LENGTH", byteRangeLength)
        list.others(otherAttributes)
        return list
    }
}

extension RenditionReport {
    /// The attributes of `EXT-X-RENDITION-REPORT`.
    var attributeList: AttributeWriter {
        var list = AttributeWriter()
        list.quoted("URI", uri)
        list.number("LAST-MSN", lastMediaSequence)
        list.number("LAST-PART", lastPart)
        list.others(otherAttributes)
        return list
    }
}

extension ServerControl {
    /// The attributes of `EXT-X-SERVER-CONTROL`.
    var attributeList: AttributeWriter {
        var list = AttributeWriter()
        list.flag("CAN-BLOCK-RELOAD", canBlockReload)
        list.number("CAN-SKIP-UNTIL", canSkipUntil)
        list.flag("CAN-SKIP-DATERANGES", canSkipDateRanges)
        list.number("HOLD-BACK", holdBack)
        list.number("PART-HOLD-BACK", partHoldBack)
        list.others(otherAttributes)
        return list
    }
}

extension SkippedSegments {
    /// The attributes of `EXT-X-SKIP`.
    var attributeList: AttributeWriter {
        var list = AttributeWriter()
        list.number("SKIPPED-SEGMENTS", count)
        if !recentlyRemovedDateRanges.isEmpty {
            list.quoted("RECENTLY-REMOVED-DATERANGES", recentlyRemovedDateRanges.joined(separator: "\t"))
        }
        list.others(otherAttributes)
        return list
    }
}

extension DateRange {
    /// The attributes of `EXT-X-DATERANGE`.
    var attributeList: AttributeWriter {
        var list = AttributeWriter()
        list.quoted("ID", id)
        list.quoted("CLASS", rangeClass)
        list.quoted("START-DATE", startDateText)
        if !cue.isEmpty { list.quoted("CUE", cue.joined(separator: ",")) }
        list.quoted("END-DATE", endDateText)
        list.number("DURATION", duration)
        list.number("PLANNED-DURATION", plannedDuration)
        list.flag("END-ON-NEXT", endsOnNext)
        list.bare("SCTE35-CMD", scte35Command)
        list.bare("SCTE35-OUT", scte35Out)
        list.bare("SCTE35-IN", scte35In)
        list.others(otherAttributes)
        return list
    }
}

extension CueMarker {
    /// The tag of the kind.
    var tag: TagName {
        switch kind {
        case .out: .cueOut
        case .outContinued: .cueOutContinued
        case .in: .cueIn
        }
    }
}

extension EncryptionKey {
    /// The attributes of `EXT-X-KEY`.
    var attributeList: AttributeWriter {
        var list = AttributeWriter()
        list.bare("METHOD", method.rawValue)
        list.quoted("URI", uri)
        if let iv {
            let digits = Array("0123456789ABCDEF")
            list.bare("IV", "0x" + String(iv.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
        }
        if keyFormat != EncryptionKey.identityFormat { list.quoted("KEYFORMAT", keyFormat) }
        if !keyFormatVersions.isEmpty { list.quoted("KEYFORMATVERSIONS", keyFormatVersions.map { String($0) }.joined(separator: "/")) }
        list.others(otherAttributes)
        return list
    }
}
