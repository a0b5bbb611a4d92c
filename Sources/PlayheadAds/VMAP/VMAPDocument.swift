/// A VMAP document: which ad breaks a content has (IAB VMAP 1.0.1).
public struct VMAPDocument: Sendable, Hashable {
    /// The version as written; `nil` where it isn't told.
    public var version: String?
    /// The breaks, in the document's order.
    public var adBreaks: [VMAPBreak]
    /// What vendors add, as it is.
    public var extensions: [XMLElement]
    /// What is wrong with it although it can be used.
    public var warnings: [AdWarning]

    /// Makes a document.
    public init(version: String? = nil, adBreaks: [VMAPBreak] = [], extensions: [XMLElement] = [], warnings: [AdWarning] = []) {
        self.version = version
        self.adBreaks = adBreaks
        self.extensions = extensions
        self.warnings = warnings
    }
}

/// One break.
public struct VMAPBreak: Sendable, Hashable {
    /// When it is.
    public enum TimeOffset: Sendable, Hashable {
        /// Before the content.
        case start
        /// After the content.
        case end
        /// In the content.
        case at(AdOffset)
        /// At a mark of the publisher, counted from 1.
        case position(Int)

        /// Reads `start`, `end`, `hh:mm:ss.mmm`, `n%` or `#n`.
        public init?(_ text: String) {
            switch text.lowercased() {
            case "start": self = .start
            case "end": self = .end
            default:
                if text.hasPrefix("#") {
                    guard let number = Int(text.dropFirst()), number > 0 else { return nil }
                    self = .position(number)
                } else {
                    guard let offset = AdOffset(text) else { return nil }
                    self = .at(offset)
                }
            }
        }
    }

    /// What kinds of ads may be in it.
    public enum BreakType: String, Sendable, Hashable, CaseIterable {
        /// Played instead of the content.
        case linear
        /// Shown over it.
        case nonlinear
        /// Shown beside it.
        case display
    }

    /// When it is.
    public var timeOffset: TimeOffset
    /// When it is, as written.
    public var timeOffsetText: String
    /// What kinds of ads may be in it; empty where the document says something unknown.
    public var breakTypes: [BreakType]
    /// What kinds, as written.
    public var breakTypeText: String
    /// Its identifier.
    public var id: String?
    /// After how many seconds of the content it comes again.
    public var repeatAfter: Double?
    /// Its ads; `nil` where it says none.
    public var adSource: AdSource?
    /// What is called at `breakStart`, `breakEnd` and `error`.
    public var trackingEvents: [VASTTracking]
    /// What vendors add, as it is.
    public var extensions: [XMLElement]

    /// Where its ads are from.
    public struct AdSource: Sendable, Hashable {
        /// The kinds of sources.
        public enum Content: Sendable, Hashable {
            /// A document that is right here.
            case vast(VASTDocument)
            /// A tag to ask, and the template type of its answer, such as `vast3`.
            case tag(url: String, templateType: String?)
            /// Data of another kind.
            case custom(String, templateType: String?)
            /// A document that can't be read.
            case invalid(AdError)
        }

        /// Its identifier.
        public var id: String?
        /// Whether pods and further ads are shown.
        public var allowsMultipleAds: Bool
        /// Whether wrappers are followed.
        public var followsRedirects: Bool
        /// The source.
        public var content: Content
    }
}
