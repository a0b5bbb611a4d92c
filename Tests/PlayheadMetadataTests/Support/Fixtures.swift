@testable import PlayheadMetadata

/// The expectations of several tests.
enum Fixtures {
    /// The picture of the corpus's tags.
    static let cover = ID3Picture(mimeType: "image/jpeg", type: 16, description: "Hello World", data: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
}
