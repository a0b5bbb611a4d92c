import PlayheadTransport

/// What tells one state of a resource from another (RFC 9110 §8.8): parts of different states must not be put together.
struct ResourceIdentity: Sendable, Hashable {
    private var entityTag: String?
    private var lastModified: String?
    private var length: Int64?

    /// The identity that the head of a response gives.
    init(_ response: LoadResponse) {
        entityTag = response.headers["ETag"]
        lastModified = response.headers["Last-Modified"]
        length = response.totalLength
    }

    /// Whether both may be the same state; what only one of them tells says nothing.
    func mayEqual(_ other: ResourceIdentity) -> Bool {
        if let length, let otherLength = other.length, length != otherLength { return false }
        // The entity tag is the better word: servers in a row may differ in the time.
        if let entityTag, let otherTag = other.entityTag { return entityTag == otherTag }
        if let lastModified, let otherTime = other.lastModified { return lastModified == otherTime }
        return true
    }

    /// Checks that a response of which a part is to be joined to an earlier one is of the same state.
    /// - Throws: ``LoadError`` of reason `invalidResponse`.
    func check(_ response: LoadResponse, kind: LoadKind) throws(LoadError) {
        guard mayEqual(ResourceIdentity(response)) else {
            throw LoadError(
                .invalidResponse(status: response.status), kind: kind, url: response.url, detail: "The resource changed while it was read.")
        }
    }
}
