import CKeySystem
import Foundation
import PlayheadCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A content decryption module in C, which provides a table of functions (`playhead_key_system.h`).
///
/// The functions of each session are called on a thread of their own. A module is code of this process: the player cannot survive its
/// crash, unless the module itself works in another process.
public final class TableKeySystem: KeySystem {
    /// The name, for errors and events.
    public let name: String
    /// The identifiers of the initialization data that the system reads.
    public let identifiers: [UUID]
    private let table: KeySystemTable

    /// Creates a key system from a table, which must exist as long as the process.
    /// - Throws: ``PlaybackError`` (35000) if the version is unknown, or a function is absent.
    public init(_ table: UnsafePointer<playhead_key_system>) throws {
        let content = table.pointee
        guard content.version == UInt32(PLAYHEAD_KEY_SYSTEM_VERSION), let name = content.name, content.open != nil, content.update != nil,
            content.release != nil
        else { throw PlaybackError(.protectedContent, underlying: "The table of the key system is invalid.") }
        self.name = String(String(cString: name).prefix(Self.maximumName))
        let size = ContentKeyID.size
        let count = content.identifiers == nil ? 0 : min(content.identifier_count, Self.maximumIdentifiers)
        identifiers = (0..<count).compactMap { index in
            // bounded: the count
            let octets = UnsafeBufferPointer(start: content.identifiers + index * size, count: size)
            return ContentKeyID(octets).flatMap { UUID(uuidString: $0.description) }
        }
        self.table = KeySystemTable(content)
    }

    /// Loads a shared library that exports `playhead_key_system_table`; it stays loaded.
    /// - Parameter library: The path of the library.
    /// - Throws: ``PlaybackError`` (35000) with the reason.
    public convenience init(library: String) throws {
        guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL), let symbol = dlsym(handle, "playhead_key_system_table"),
            let table = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafePointer<playhead_key_system>?).self)()
        else {
            let reason = dlerror().map { String(cString: $0) } ?? "It has no table."
            throw PlaybackError(.protectedContent, underlying: "The key system \(library) could not be loaded. \(reason)")
        }
        try self.init(table)
    }

    private static let maximumName = 64
    private static let maximumIdentifiers = 64

    /// Opens a session.
    public func openSession(
        for content: KeySessionContent, report: @escaping @Sendable (KeySessionReport) -> Void
    ) async throws -> any KeySession {
        let session = TableKeySession(table, report)
        try await session.open(content)
        return session
    }
}

/// A table whose functions may be called on any thread.
private struct KeySystemTable: @unchecked Sendable {
    let functions: playhead_key_system

    init(_ functions: playhead_key_system) { self.functions = functions }
}

/// A session of a module in C. All calls are made on one queue, so that a call that hangs blocks no other thread.
private final class TableKeySession: KeySession {
    private let table: KeySystemTable
    private let queue = DispatchQueue(label: "playhead.keys")
    private let reports: ReportBox
    private let session = SessionPointer()

    init(_ table: KeySystemTable, _ report: @escaping @Sendable (KeySessionReport) -> Void) {
        self.table = table
        reports = ReportBox(report)
    }

    // Also if the session was opened too late, and nobody waits for it any more.
    deinit { releaseOnce() }

    func open(_ content: KeySessionContent) async throws {
        try await call { [table, reports, session] in
            let ids = content.keyIDs.flatMap(\.octets)
            let data = content.initializationData.flatMap(\.self)
            var callbacks = reports.callbacks
            var opened: UnsafeMutableRawPointer?
            let code = ids.withUnsafeBufferPointer { ids in
                data.withUnsafeBufferPointer { data in
                    var content = playhead_key_content(
                        key_ids: ids.baseAddress, key_count: ids.count / ContentKeyID.size, initialization_data: data.baseAddress,
                        initialization_size: data.count)
                    return table.functions.open(table.functions.context, &content, &callbacks, &opened)
                }
            }
            if code == 0, let opened { session.set(opened) }
            return opened == nil && code == 0 ? -1 : code
        }
    }

    func update(_ response: [UInt8]) async throws {
        try await call { [table, session] in
            table.functions.update(session.pointer, response, response.count)
        }
    }

    func decrypt(_ sample: EncryptedSample) async throws -> [UInt8] {
        guard table.functions.decrypt != nil else { throw KeySystemError(code: 0) }
        let clear = Locked(sample.bytes)
        try await call { [table, session] in
            var bytes = sample.bytes
            let size = bytes.count
            let parts = sample.subsamples.map { playhead_subsample(clear: $0.clear, protected_size: $0.protected) }
            let code = sample.keyID.octets.withUnsafeBufferPointer { id in
                sample.vector.withUnsafeBufferPointer { vector in
                    parts.withUnsafeBufferPointer { parts in
                        sample.scheme.rawValue.withCString { scheme in
                            var description = playhead_sample(
                                key_id: id.baseAddress, scheme: scheme, vector: vector.baseAddress, vector_size: vector.count,
                                subsamples: parts.baseAddress, subsample_count: parts.count,
                                encrypted_blocks: UInt8(clamping: sample.encryptedBlocks), clear_blocks: UInt8(clamping: sample.clearBlocks)
                            )
                            return table.functions.decrypt(session.pointer, &description, &bytes, size)
                        }
                    }
                }
            }
            clear.withLock { $0 = bytes }
            return code
        }
        return clear.withLock { $0 }
    }

    func release() async { releaseOnce() }

    private func releaseOnce() {
        queue.async { [table, session, reports] in
            if let pointer = session.take() { table.functions.release(pointer) }
            // The module may report until here.
            withExtendedLifetime(reports) {}
        }
    }

    /// Calls the module on the queue.
    private func call(_ function: @escaping @Sendable () -> Int32) async throws {
        let code = await withCheckedContinuation { continuation in
            queue.async { [reports] in
                continuation.resume(returning: function())
                withExtendedLifetime(reports) {}
            }
        }
        guard code == 0 else { throw KeySystemError(code: Int(code)) }
    }
}

/// The session of the module; used on the queue only.
private final class SessionPointer: @unchecked Sendable {
    private(set) var pointer: UnsafeMutableRawPointer?

    func set(_ opened: UnsafeMutableRawPointer) { pointer = opened }

    func take() -> UnsafeMutableRawPointer? {
        defer { pointer = nil }
        return pointer
    }
}

/// The receiver of a module's reports.
private final class ReportBox: Sendable {
    private let report: @Sendable (KeySessionReport) -> Void

    init(_ report: @escaping @Sendable (KeySessionReport) -> Void) { self.report = report }

    /// The functions for the module; they are valid as long as this object exists.
    var callbacks: playhead_key_reports {
        playhead_key_reports(
            context: Unmanaged.passUnretained(self).toOpaque(),
            request: { context, challenge, size, url in
                // A larger request is refused.
                let count = challenge == nil ? 0 : min(size, LicenseSession.maximumRequest + 1)
                let content = [UInt8](UnsafeBufferPointer(start: challenge, count: count))
                ReportBox.at(context)?.report(.request(KeyRequest(content, url: url.flatMap { URL(text: String(cString: $0)) })))
            },
            status: { context, id, status in
                guard let id = ContentKeyID(UnsafeBufferPointer(start: id, count: id == nil ? 0 : ContentKeyID.size)) else { return }
                ReportBox.at(context)?.report(.status(id, ContentKeyStatus(code: status)))
            },
            key: { context, id, key in
                guard let id = ContentKeyID(UnsafeBufferPointer(start: id, count: id == nil ? 0 : ContentKeyID.size)),
                    let key = ContentKey(UnsafeBufferPointer(start: key, count: key == nil ? 0 : ContentKey.size))
                else { return }
                ReportBox.at(context)?.report(.key(id, key))
            })
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> ReportBox? {
        context.map { Unmanaged<ReportBox>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension ContentKeyStatus {
    /// Creates a status from its number in C; an unknown number is an error of the module.
    fileprivate init(code: Int32) {
        self =
            switch Int(code) {
            case PLAYHEAD_KEY_USABLE: .usable
            case PLAYHEAD_KEY_EXPIRED: .expired
            case PLAYHEAD_KEY_RELEASED: .released
            case PLAYHEAD_KEY_OUTPUT_RESTRICTED: .outputRestricted
            case PLAYHEAD_KEY_OUTPUT_DOWNSCALED: .outputDownscaled
            case PLAYHEAD_KEY_USABLE_IN_FUTURE: .usableInFuture
            case PLAYHEAD_KEY_STATUS_PENDING: .statusPending
            default: .internalError
            }
    }
}
