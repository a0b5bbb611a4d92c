/// Why an ad is not shown: the codes of VAST 4.3 §2.3.6.3 and of VMAP 1.0.1 §2.5. They fill in the macro `[ERRORCODE]`.
public enum AdErrorCode: Int, Sendable, Hashable, Codable, CaseIterable {
    /// The document is not well-formed XML.
    case xmlParsing = 100
    /// The document is not what the schema says.
    case vastSchema = 101
    /// The document's version is not supported.
    case vastVersion = 102
    /// A type of ad that was not expected or can't be displayed.
    case trafficking = 200
    /// Another linearity was expected.
    case linearity = 201
    /// Another duration was expected.
    case duration = 202
    /// Another size was expected.
    case size = 203
    /// A category was required and is not told.
    case categoryMissing = 204
    /// A category that a wrapper blocks.
    case categoryBlocked = 205
    /// The break was shortened, and the ad is not served.
    case breakShortened = 206
    /// Something is wrong with a wrapper.
    case wrapper = 300
    /// A wrapper's or a tag's URI is unavailable, or did not answer in time.
    case wrapperTimeout = 301
    /// More wrappers than the player follows.
    case wrapperLimit = 302
    /// No ad after all wrappers.
    case noAd = 303
    /// The ad could not be displayed in time.
    case notDisplayedInTime = 304
    /// The linear ad can't be displayed.
    case linear = 400
    /// The media file was not found.
    case mediaFileNotFound = 401
    /// The media file took too long.
    case mediaFileTimeout = 402
    /// No media file is one that the player supports.
    case noSupportedMediaFile = 403
    /// The media file is of a supported type but could not be displayed.
    case mediaFileDisplay = 405
    /// A mezzanine was required and is not there.
    case mezzanineMissing = 406
    /// The mezzanine is being downloaded for the first time.
    case mezzanineDownloading = 407
    /// A conditional ad was rejected.
    case conditionalAdRejected = 408
    /// The interactive file was not executed.
    case interactiveNotExecuted = 409
    /// The verification unit was not executed.
    case verificationNotExecuted = 410
    /// The mezzanine is not what was required.
    case mezzanineUnsuitable = 411
    /// The non-linear ad can't be displayed.
    case nonLinear = 500
    /// The non-linear ad does not fit the place.
    case nonLinearSize = 501
    /// The non-linear ad's resource can't be had.
    case nonLinearUnreachable = 502
    /// No non-linear resource is of a supported type.
    case nonLinearUnsupported = 503
    /// Something is wrong with the companions.
    case companion = 600
    /// The companion does not fit the place.
    case companionSize = 601
    /// A required companion can't be displayed.
    case companionRequired = 602
    /// The companion's resource can't be had.
    case companionUnreachable = 603
    /// No companion's resource is of a supported type.
    case companionUnsupported = 604
    /// Something else.
    case undefined = 900
    /// A VPAID unit failed, or VPAID is not supported.
    case vpaid = 901
    /// An interactive (SIMID) unit failed.
    case interactive = 902
    /// VMAP: something else.
    case vmapUndefined = 1000
    /// VMAP: the document is not what the schema says.
    case vmapSchema = 1001
    /// VMAP: the document's version is not supported.
    case vmapVersion = 1002
    /// VMAP: the document can't be parsed.
    case vmapParsing = 1003
    /// VMAP: a type of break that is not supported.
    case breakType = 1004
    /// VMAP: something is wrong with the break's ad document.
    case breakDocument = 1005
    /// VMAP: the template type of an ad source is not supported.
    case templateType = 1006
    /// VMAP: the break's ad document can't be extracted or parsed.
    case breakDocumentParsing = 1007
    /// VMAP: the break's ad document took too long.
    case breakDocumentTimeout = 1008
    /// VMAP: the break's ad document could not be had.
    case breakDocumentRetrieval = 1009

    /// One sentence in English for people.
    public var message: String {
        switch self {
        case .xmlParsing: "The ad's document is not XML that can be read."
        case .vastSchema: "The ad's document is not a valid VAST document."
        case .vastVersion: "The ad's version of VAST is not supported."
        case .trafficking: "The ad is of a type that was not expected."
        case .linearity: "The ad is of another linearity than expected."
        case .duration: "The ad has another duration than expected."
        case .size: "The ad has another size than expected."
        case .categoryMissing: "The ad's category is not told."
        case .categoryBlocked: "The ad's category is blocked."
        case .breakShortened: "The break was shortened."
        case .wrapper: "An ad's wrapper is of no use."
        case .wrapperTimeout: "An ad tag could not be loaded."
        case .wrapperLimit: "There are too many wrappers around an ad."
        case .noAd: "There is no ad."
        case .notDisplayedInTime: "The ad could not be displayed in time."
        case .linear: "The ad can't be played."
        case .mediaFileNotFound: "The ad's media file was not found."
        case .mediaFileTimeout: "The ad's media file took too long."
        case .noSupportedMediaFile: "The ad has no media file that can be played."
        case .mediaFileDisplay: "The ad's media file can't be displayed."
        case .mezzanineMissing: "The ad's mezzanine file is missing."
        case .mezzanineDownloading: "The ad's mezzanine file is being downloaded."
        case .conditionalAdRejected: "A conditional ad was rejected."
        case .interactiveNotExecuted: "The ad's interactive part was not executed."
        case .verificationNotExecuted: "The ad's verification was not executed."
        case .mezzanineUnsuitable: "The ad's mezzanine file is not suitable."
        case .nonLinear: "The overlay ad can't be displayed."
        case .nonLinearSize: "The overlay ad does not fit."
        case .nonLinearUnreachable: "The overlay ad could not be loaded."
        case .nonLinearUnsupported: "The overlay ad is of no supported type."
        case .companion: "The ad's companions can't be displayed."
        case .companionSize: "The ad's companion does not fit."
        case .companionRequired: "A required companion can't be displayed."
        case .companionUnreachable: "The ad's companion could not be loaded."
        case .companionUnsupported: "The ad's companion is of no supported type."
        case .undefined: "The ad failed."
        case .vpaid: "VPAID ads are not supported."
        case .interactive: "The ad's interactive part failed."
        case .vmapUndefined: "The ad schedule failed."
        case .vmapSchema: "The ad schedule is not a valid VMAP document."
        case .vmapVersion: "The schedule's version of VMAP is not supported."
        case .vmapParsing: "The ad schedule can't be read."
        case .breakType: "The ad break is of a type that is not supported."
        case .breakDocument: "The ad break's document is of no use."
        case .templateType: "The ad break's document is of a type that is not supported."
        case .breakDocumentParsing: "The ad break's document can't be read."
        case .breakDocumentTimeout: "The ad break's document took too long."
        case .breakDocumentRetrieval: "The ad break's document could not be loaded."
        }
    }
}
