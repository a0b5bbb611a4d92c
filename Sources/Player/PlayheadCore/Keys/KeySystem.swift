import Foundation

/// A system that provides the keys of protected content: the port for content decryption modules (CDM).
///
/// An app registers systems in ``ContentKeyOptions/keySystems``. Playhead opens a session when samples need keys that the app did not
/// pass, sends the requests of the session to the license server and returns the responses, until each key has a status. Then the session
/// decrypts the samples, or Playhead does with the keys that the session has reported.
///
/// All calls come from any thread. A call that does not return within 10 seconds fails, its result is ignored, and the system is not used
/// again in the same presentation (error 35001).
public protocol KeySystem: AnyObject, Sendable {
    /// The name, for errors and events.
    var name: String { get }
    /// The identifiers (DASH-IF "Content Protection Identifiers") of the initialization data that the system reads. If empty, the system is
    /// used for all protected content.
    var identifiers: [UUID] { get }

    /// Opens a session, which begins with a ``KeySessionReport/request(_:)`` or with the keys.
    /// - Parameters:
    ///   - content: The keys that are needed, and the initialization data.
    ///   - report: Receives what the session has to say, on any thread, in order, also after the call has returned.
    /// - Returns: The session.
    /// - Throws: Any error; 35600 results.
    func openSession(
        for content: KeySessionContent, report: @escaping @Sendable (KeySessionReport) -> Void
    ) async throws -> any KeySession
}

/// The content of a session of a ``KeySystem``.
public struct KeySessionContent: Sendable, Hashable {
    /// The ids of the keys that samples need now. The session states a status for each.
    public var keyIDs: [ContentKeyID]
    /// The ids of further keys that the initialization data of the common system (W3C) lists: at most 64.
    public var furtherKeyIDs: [ContentKeyID]
    /// The boxes `pssh` of the system, from the manifest and the media: at most 64.
    public var initializationData: [[UInt8]]

    /// Creates a description of the content.
    public init(keyIDs: [ContentKeyID], furtherKeyIDs: [ContentKeyID] = [], initializationData: [[UInt8]] = []) {
        self.keyIDs = keyIDs
        self.furtherKeyIDs = furtherKeyIDs
        self.initializationData = initializationData
    }
}

/// A report of a ``KeySession``.
public enum KeySessionReport: Sendable, Hashable {
    /// Sends a request to the license server; its response is passed to ``KeySession/update(_:)``. At most eight follow one another.
    case request(KeyRequest)
    /// The status of a key changed. A session may state at most 128 keys.
    case status(ContentKeyID, ContentKeyStatus)
    /// The key is usable, and Playhead decrypts the samples itself.
    case key(ContentKeyID, ContentKey)
}

/// A request of a session to a license server.
public struct KeyRequest: Sendable, Hashable {
    /// The content (the challenge), at most 256 KiB, which is sent by POST.
    public var content: [UInt8]
    /// The MIME type of the content.
    public var contentType: String
    /// The server, unless ``ContentKeyOptions/licenseURL`` is set; `nil` for the server that the manifest names.
    public var url: URL?

    /// Creates a request.
    public init(_ content: [UInt8], contentType: String = "application/octet-stream", url: URL? = nil) {
        self.content = content
        self.contentType = contentType
        self.url = url
    }
}
