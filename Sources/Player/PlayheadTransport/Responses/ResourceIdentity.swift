/// The identity of one state of a resource (RFC 9110 §8.8): parts of different states must not be joined.
package struct ResourceIdentity: Sendable, Hashable {
    private var entityTag: String?
    private var lastModified: String?
    private var length: Int64?

    /// Reads the identity from a response header.
    package init(_ response: LoadResponse) { self.init(response.headers, length: response.totalLength) }

    /// Reads the identity from header fields. `length` is that of the whole resource; `nil` if it is unknown.
    init(_ headers: HeaderFields, length: Int64?) {
        entityTag = headers["ETag"]
        lastModified = headers["Last-Modified"]
        self.length = length
    }

    /// Whether both may be the same state; a field that is present in only one of them is ignored.
    package func mayEqual(_ other: ResourceIdentity) -> Bool {
        if let length, let otherLength = other.length, length != otherLength { return false }
        // The entity tag takes precedence: load-balanced servers may differ in the modification time.
        if let entityTag, let otherTag = other.entityTag { return entityTag == otherTag }
        if let lastModified, let otherTime = other.lastModified { return lastModified == otherTime }
        return true
    }

    /// Checks that a response to be joined to an earlier one is of the same state.
    /// - Throws: ``LoadError`` with reason `invalidResponse`.
    package func check(_ response: LoadResponse, kind: LoadKind) throws(LoadError) {
        guard mayEqual(ResourceIdentity(response)) else {
            throw LoadError(.invalidResponse(status: response.status), kind: kind, url: response.url, detail: Self.changeDetail)
        }
    }

    /// The detail of an error about parts of different states.
    static let changeDetail = "The resource changed while it was read."
}
