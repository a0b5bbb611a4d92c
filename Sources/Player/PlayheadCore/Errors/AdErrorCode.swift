/// The reason why an ad is not shown: the codes of VAST 4.3 §2.3.6.3 and of VMAP 1.0.1 §2.5, which replace the macro `[ERRORCODE]`.
public enum AdErrorCode: Int, Sendable, Hashable, Codable, CaseIterable {
    /// The document is not well-formed XML.
    case xmlParsing = 100
    /// The document does not conform to the schema.
    case vastSchema = 101
    /// The document's version is not supported.
    case vastVersion = 102
    /// The type of the ad was not expected or cannot be displayed.
    case trafficking = 200
    /// Another linearity was expected.
    case linearity = 201
    /// Another duration was expected.
    case duration = 202
    /// Another size was expected.
    case size = 203
    /// A required category is missing.
    case categoryMissing = 204
    /// A wrapper blocks the category.
    case categoryBlocked = 205
    /// The break was shortened, and the ad is omitted.
    case breakShortened = 206
    /// A wrapper has a general error.
    case wrapper = 300
    /// The URI of a wrapper or a tag is unavailable, or did not respond in time.
    case wrapperTimeout = 301
    /// The number of wrappers exceeds the player's limit.
    case wrapperLimit = 302
    /// No ad was returned after all wrappers.
    case noAd = 303
    /// The ad could not be displayed in time.
    case notDisplayedInTime = 304
    /// The linear ad cannot be displayed.
    case linear = 400
    /// The media file was not found.
    case mediaFileNotFound = 401
    /// The media file timed out.
    case mediaFileTimeout = 402
    /// No media file has a supported type.
    case noSupportedMediaFile = 403
    /// The media file is of a supported type but could not be displayed.
    case mediaFileDisplay = 405
    /// A required mezzanine is missing.
    case mezzanineMissing = 406
    /// The mezzanine is being downloaded for the first time.
    case mezzanineDownloading = 407
    /// A conditional ad was rejected.
    case conditionalAdRejected = 408
    /// The interactive file was not executed.
    case interactiveNotExecuted = 409
    /// The verification unit was not executed.
    case verificationNotExecuted = 410
    /// The mezzanine does not meet the requirements.
    case mezzanineUnsuitable = 411
    /// The non-linear ad cannot be displayed.
    case nonLinear = 500
    /// The non-linear ad does not fit its display area.
    case nonLinearSize = 501
    /// The resource of the non-linear ad is unavailable.
    case nonLinearUnreachable = 502
    /// No non-linear resource has a supported type.
    case nonLinearUnsupported = 503
    /// The companions have a general error.
    case companion = 600
    /// The companion does not fit its display area.
    case companionSize = 601
    /// A required companion cannot be displayed.
    case companionRequired = 602
    /// The resource of the companion is unavailable.
    case companionUnreachable = 603
    /// No companion resource has a supported type.
    case companionUnsupported = 604
    /// An undefined error.
    case undefined = 900
    /// A VPAID unit failed, or VPAID is not supported.
    case vpaid = 901
    /// An interactive (SIMID) unit failed.
    case interactive = 902
    /// VMAP: an undefined error.
    case vmapUndefined = 1000
    /// VMAP: the document does not conform to the schema.
    case vmapSchema = 1001
    /// VMAP: the document's version is not supported.
    case vmapVersion = 1002
    /// VMAP: the document cannot be parsed.
    case vmapParsing = 1003
    /// VMAP: the type of the break is not supported.
    case breakType = 1004
    /// VMAP: the ad document of the break has a general error.
    case breakDocument = 1005
    /// VMAP: the template type of an ad source is not supported.
    case templateType = 1006
    /// VMAP: the ad document of the break cannot be extracted or parsed.
    case breakDocumentParsing = 1007
    /// VMAP: the ad document of the break timed out.
    case breakDocumentTimeout = 1008
    /// VMAP: the ad document of the break is unavailable.
    case breakDocumentRetrieval = 1009

    /// A sentence in English for users.
    public var message: String {
        switch self {
        case .xmlParsing: "The ad's document is not valid XML."
        case .vastSchema: "The ad's document is not a valid VAST document."
        case .vastVersion: "The ad's version of VAST is not supported."
        case .trafficking: "The ad is of a type that was not expected."
        case .linearity: "The ad is of another linearity than expected."
        case .duration: "The ad has another duration than expected."
        case .size: "The ad has another size than expected."
        case .categoryMissing: "The ad has no category."
        case .categoryBlocked: "The ad's category is blocked."
        case .breakShortened: "The break was shortened."
        case .wrapper: "An ad's wrapper is invalid."
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
        case .nonLinearUnsupported: "The type of the overlay ad is not supported."
        case .companion: "The ad's companions can't be displayed."
        case .companionSize: "The ad's companion does not fit."
        case .companionRequired: "A required companion can't be displayed."
        case .companionUnreachable: "The ad's companion could not be loaded."
        case .companionUnsupported: "The type of the ad's companion is not supported."
        case .undefined: "The ad failed."
        case .vpaid: "VPAID ads are not supported."
        case .interactive: "The ad's interactive part failed."
        case .vmapUndefined: "The ad schedule failed."
        case .vmapSchema: "The ad schedule is not a valid VMAP document."
        case .vmapVersion: "The schedule's version of VMAP is not supported."
        case .vmapParsing: "The ad schedule can't be read."
        case .breakType: "The ad break is of a type that is not supported."
        case .breakDocument: "The ad break's document is invalid."
        case .templateType: "The ad break's document is of a type that is not supported."
        case .breakDocumentParsing: "The ad break's document can't be read."
        case .breakDocumentTimeout: "The ad break's document took too long."
        case .breakDocumentRetrieval: "The ad break's document could not be loaded."
        }
    }
}
