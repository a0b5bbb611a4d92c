/// One frame of an ID3 tag.
public struct ID3Frame: Sendable, Hashable {
    /// What a frame says. Frames that are not known, compressed, encrypted or damaged are kept as bytes.
    public enum Content: Sendable, Hashable {
        /// `T…`: a text, or several.
        case text([String])
        /// `TXXX`: texts of the application's own.
        case userText(description: String, values: [String])
        /// `W…`: a link.
        case link(String)
        /// `WXXX`: a link of the application's own.
        case userLink(description: String, url: String)
        /// `COMM`, `USLT`: a text in a language (ISO-639-2).
        case comment(language: String, description: String, text: String)
        /// `APIC`: a picture.
        case picture(ID3Picture)
        /// `GEOB`: a file.
        case object(ID3Object)
        /// `PRIV`: data of the owner's own.
        case privateData(owner: String, data: [UInt8])
        /// `UFID`: what the owner calls the file.
        case fileIdentifier(owner: String, identifier: [UInt8])
        /// `CHAP`: a chapter.
        case chapter(ID3Chapter)
        /// `CTOC`: a table of chapters.
        case tableOfContents(ID3TableOfContents)
        /// `MLLT`: where in the file which time is.
        case locations(ID3LocationTable)
        /// `POPM`: how somebody likes it, 1 to 255 (0 unknown), and how often it was played.
        case popularity(email: String, rating: Int, plays: Int)
        /// Everything else, as it is.
        case binary([UInt8])
    }

    /// The identifier as written: four characters, in version 2.2 three.
    public var id: String
    /// What it says.
    public var content: Content

    /// Makes a frame.
    public init(id: String, content: Content) {
        self.id = id
        self.content = content
    }

    /// The identifier of the frame in versions 2.3 and 2.4, also where the tag is older.
    public var name: String { ID3FrameName.current(id) }
}

/// A picture in a tag (`APIC`, `PIC`).
public struct ID3Picture: Sendable, Hashable {
    /// Its MIME type, in small letters; `-->` where the data are a URL.
    public var mimeType: String
    /// What it shows: 0 other, 3 front cover, … (ID3v2.4.0-frames §4.14).
    public var type: Int
    /// Its description.
    public var description: String
    /// The picture.
    public var data: [UInt8]
}

/// A file in a tag (`GEOB`, `GEO`).
public struct ID3Object: Sendable, Hashable {
    /// Its MIME type.
    public var mimeType: String
    /// Its name.
    public var filename: String
    /// Its description.
    public var description: String
    /// The file.
    public var data: [UInt8]
}

/// A chapter (`CHAP`; ID3v2 Chapter Frame Addendum §3.1).
public struct ID3Chapter: Sendable, Hashable {
    /// What tables of contents call it.
    public var elementID: String
    /// Where it begins, in seconds.
    public var start: Double
    /// Where it ends, in seconds.
    public var end: Double
    /// Where in the file it begins, in bytes, when told.
    public var startOffset: Int?
    /// Where in the file it ends, in bytes, when told.
    public var endOffset: Int?
    /// What is said of it, such as its title (`TIT2`).
    public var frames: [ID3Frame]
}

/// A table of contents (`CTOC`; ID3v2 Chapter Frame Addendum §3.2).
public struct ID3TableOfContents: Sendable, Hashable {
    /// What other tables call it.
    public var elementID: String
    /// Whether it is nobody's child.
    public var isTopLevel: Bool
    /// Whether its children are to be played in their order.
    public var isOrdered: Bool
    /// The chapters and tables in it, by their identifiers.
    public var children: [String]
    /// What is said of it.
    public var frames: [ID3Frame]
}

/// Where in the file which time is (`MLLT`; ID3v2.4.0-frames §4.6).
public struct ID3LocationTable: Sendable, Hashable {
    /// One reference: how far from the expected place and time it is.
    public struct Deviation: Sendable, Hashable {
        /// Bytes beyond ``ID3LocationTable/bytesBetweenReferences``.
        public var bytes: Int
        /// Milliseconds beyond ``ID3LocationTable/millisecondsBetweenReferences``.
        public var milliseconds: Int
    }

    /// MPEG frames from one reference to the next.
    public var framesBetweenReferences: Int
    /// Bytes from one reference to the next, to which each deviation adds.
    public var bytesBetweenReferences: Int
    /// Milliseconds from one reference to the next, to which each deviation adds.
    public var millisecondsBetweenReferences: Int
    /// The references, in order.
    public var deviations: [Deviation]
}
