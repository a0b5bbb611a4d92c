/// A frame of an ID3 tag.
package struct ID3Frame: Sendable, Hashable {
    /// The content of a frame. Frames that are unknown, compressed, encrypted or damaged are kept as bytes.
    package enum Content: Sendable, Hashable {
        /// `T…`: one or more texts.
        case text([String])
        /// `TXXX`: application-defined texts.
        case userText(description: String, values: [String])
        /// `W…`: a link.
        case link(String)
        /// `WXXX`: an application-defined link.
        case userLink(description: String, url: String)
        /// `COMM`, `USLT`: a text in a language (ISO-639-2).
        case comment(language: String, description: String, text: String)
        /// `APIC`: a picture.
        case picture(ID3Picture)
        /// `GEOB`: a file.
        case object(ID3Object)
        /// `PRIV`: private data of an owner.
        case privateData(owner: String, data: [UInt8])
        /// `UFID`: the owner's identifier of the file.
        case fileIdentifier(owner: String, identifier: [UInt8])
        /// `CHAP`: a chapter.
        case chapter(ID3Chapter)
        /// `CTOC`: a table of chapters.
        case tableOfContents(ID3TableOfContents)
        /// `MLLT`: the mapping of times to file positions.
        case locations(ID3LocationTable)
        /// `POPM`: the rating, 1 to 255 (0 unknown), and the play count.
        case popularity(email: String, rating: Int, plays: Int)
        /// Any other frame, unchanged.
        case binary([UInt8])
    }

    /// The identifier as written: four characters, or three in version 2.2.
    package var id: String
    /// The content.
    package var content: Content

    /// Makes a frame.
    package init(id: String, content: Content) {
        self.id = id
        self.content = content
    }

    /// The identifier of the frame in versions 2.3 and 2.4, also for older tags.
    package var name: String { ID3FrameName.current(id) }
}

/// A picture in a tag (`APIC`, `PIC`).
package struct ID3Picture: Sendable, Hashable {
    /// The MIME type, in lower case; `-->` if the data is a URL.
    package var mimeType: String
    /// The picture type: 0 other, 3 front cover, … (ID3v2.4.0-frames §4.14).
    package var type: Int
    /// The description.
    package var description: String
    /// The picture.
    package var data: [UInt8]
}

/// A file in a tag (`GEOB`, `GEO`).
package struct ID3Object: Sendable, Hashable {
    /// The MIME type.
    package var mimeType: String
    /// The name.
    package var filename: String
    /// The description.
    package var description: String
    /// The file.
    package var data: [UInt8]
}

/// A chapter (`CHAP`; ID3v2 Chapter Frame Addendum §3.1).
package struct ID3Chapter: Sendable, Hashable {
    /// The identifier in tables of contents.
    package var elementID: String
    /// The start, in seconds.
    package var start: Double
    /// The end, in seconds.
    package var end: Double
    /// The byte offset of the start in the file, if present.
    package var startOffset: Int?
    /// The byte offset of the end in the file, if present.
    package var endOffset: Int?
    /// The frames of the chapter, such as its title (`TIT2`).
    package var frames: [ID3Frame]
}

/// A table of contents (`CTOC`; ID3v2 Chapter Frame Addendum §3.2).
package struct ID3TableOfContents: Sendable, Hashable {
    /// The identifier in other tables.
    package var elementID: String
    /// Whether the table has no parent.
    package var isTopLevel: Bool
    /// Whether the children are to be played in order.
    package var isOrdered: Bool
    /// The identifiers of the contained chapters and tables.
    package var children: [String]
    /// The frames of the table.
    package var frames: [ID3Frame]
}

/// The mapping of times to file positions (`MLLT`; ID3v2.4.0-frames §4.6).
package struct ID3LocationTable: Sendable, Hashable {
    /// The deviation of one reference from the expected position and time.
    package struct Deviation: Sendable, Hashable {
        /// The bytes beyond ``ID3LocationTable/bytesBetweenReferences``.
        package var bytes: Int
        /// The milliseconds beyond ``ID3LocationTable/millisecondsBetweenReferences``.
        package var milliseconds: Int
    }

    /// The number of MPEG frames between references.
    package var framesBetweenReferences: Int
    /// Bytes from one reference to the next, to which each deviation adds.
    package var bytesBetweenReferences: Int
    /// Milliseconds from one reference to the next, to which each deviation adds.
    package var millisecondsBetweenReferences: Int
    /// The references, in order.
    package var deviations: [Deviation]
}

/// The identifiers of version 2.2, and the corresponding ones of later versions (ID3v2.3.0 §4, ID3v2.2.0 §4).
enum ID3FrameName {
    private static let successors = [
        "BUF": "RBUF", "CNT": "PCNT", "COM": "COMM", "CRA": "AENC", "ETC": "ETCO", "EQU": "EQUA", "GEO": "GEOB", "IPL": "IPLS",
        "LNK": "LINK", "MCI": "MCDI", "MLL": "MLLT", "PIC": "APIC", "POP": "POPM", "REV": "RVRB", "RVA": "RVAD", "SLT": "SYLT",
        "STC": "SYTC", "TAL": "TALB", "TBP": "TBPM", "TCM": "TCOM", "TCO": "TCON", "TCP": "TCMP", "TCR": "TCOP", "TDA": "TDAT",
        "TDY": "TDLY", "TEN": "TENC", "TFT": "TFLT", "TIM": "TIME", "TKE": "TKEY", "TLA": "TLAN", "TLE": "TLEN", "TMT": "TMED",
        "TOA": "TOPE", "TOF": "TOFN", "TOL": "TOLY", "TOR": "TORY", "TOT": "TOAL", "TP1": "TPE1", "TP2": "TPE2", "TP3": "TPE3",
        "TP4": "TPE4", "TPA": "TPOS", "TPB": "TPUB", "TRC": "TSRC", "TRD": "TRDA", "TRK": "TRCK", "TSI": "TSIZ", "TSS": "TSSE",
        "TT1": "TIT1", "TT2": "TIT2", "TT3": "TIT3", "TXT": "TEXT", "TXX": "TXXX", "TYE": "TYER", "UFI": "UFID", "ULT": "USLT",
        "WAF": "WOAF", "WAR": "WOAR", "WAS": "WOAS", "WCM": "WCOM", "WCP": "WCOP", "WPB": "WPUB", "WXX": "WXXX",
    ]

    /// Returns the identifier of `id` in versions 2.3 and 2.4; `id` itself if it is one of theirs or unknown.
    static func current(_ id: String) -> String { successors[id] ?? id }
}
