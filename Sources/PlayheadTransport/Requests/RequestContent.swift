/// The content of a POST request.
package struct RequestContent: Sendable, Hashable {
    /// The bytes.
    package var bytes: [UInt8]
    /// The media type.
    package var type: String

    /// Creates content.
    package init(_ bytes: [UInt8], type: String) {
        self.bytes = bytes
        self.type = type
    }
}
