/// The content of a request that submits something.
package struct RequestContent: Sendable, Hashable {
    /// The method of the request.
    package enum Method: String, Sendable, Hashable {
        /// Submits the content.
        case post = "POST"
        /// Replaces the resource by the content.
        case put = "PUT"
        /// Removes the resource.
        case delete = "DELETE"
    }

    /// The bytes.
    package var bytes: [UInt8]
    /// The media type; `nil` without content.
    package var type: String?
    /// The method.
    package var method: Method

    /// Creates content.
    package init(_ bytes: [UInt8], type: String?, method: Method = .post) {
        self.bytes = bytes
        self.type = type
        self.method = method
    }
}
