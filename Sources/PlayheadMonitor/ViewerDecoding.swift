/// What a viewer of a monitor decodes.
package enum ViewerDecoding: String, Sendable, Hashable, CaseIterable {
    case none, keyframes, all
}
