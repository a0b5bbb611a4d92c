/// A VMAP document: the ad breaks of a content (IAB VMAP 1.0.1).
package struct VMAPDocument: Sendable, Hashable {
    /// The version as written; `nil` if it is missing.
    package var version: String?
    /// The breaks in the document's order.
    package var adBreaks: [VMAPBreak]
    /// The vendors' extensions, unparsed.
    package var extensions: [XMLElement]
    /// The faults that do not make the document unusable.
    package var warnings: [AdWarning]

    /// Creates a document.
    package init(version: String? = nil, adBreaks: [VMAPBreak] = [], extensions: [XMLElement] = [], warnings: [AdWarning] = []) {
        self.version = version
        self.adBreaks = adBreaks
        self.extensions = extensions
        self.warnings = warnings
    }
}

/// An ad break.
package struct VMAPBreak: Sendable, Hashable {
    /// The time of a break.
    package enum TimeOffset: Sendable, Hashable {
        /// Before the content.
        case start
        /// After the content.
        case end
        /// In the content.
        case at(AdOffset)
        /// At a numbered mark of the publisher, from 1.
        case position(Int)

        /// Parses `start`, `end`, `hh:mm:ss.mmm`, `n%` or `#n`.
        package init?(_ text: String) {
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

    /// The kind of ads in a break.
    package enum BreakType: String, Sendable, Hashable, CaseIterable {
        /// Ads that replace the content.
        case linear
        /// Ads over the content.
        case nonlinear
        /// Ads beside the content.
        case display
    }

    /// The time.
    package var timeOffset: TimeOffset
    /// The time as written.
    package var timeOffsetText: String
    /// The kinds of ads; empty if the document contains unknown kinds.
    package var breakTypes: [BreakType]
    /// The kinds of ads as written.
    package var breakTypeText: String
    /// The identifier.
    package var id: String?
    /// The interval of repetitions in seconds of content.
    package var repeatAfter: Double?
    /// The source of the ads; `nil` if it is missing.
    package var adSource: AdSource?
    /// The trackers for `breakStart`, `breakEnd` and `error`.
    package var trackingEvents: [VASTTracking]
    /// The vendors' extensions, unparsed.
    package var extensions: [XMLElement]

    /// The source of a break's ads.
    package struct AdSource: Sendable, Hashable {
        /// The content of a source.
        package enum Content: Sendable, Hashable {
            /// An embedded document.
            case vast(VASTDocument)
            /// A tag, and the template type of its response, such as `vast3`.
            case tag(url: String, templateType: String?)
            /// Data of another kind.
            case custom(String, templateType: String?)
            /// An invalid document.
            case invalid(AdError)
        }

        /// The identifier.
        package var id: String?
        /// Whether pods and further ads are allowed.
        package var allowsMultipleAds: Bool
        /// Whether wrappers are followed.
        package var followsRedirects: Bool
        /// The content.
        package var content: Content
    }
}
