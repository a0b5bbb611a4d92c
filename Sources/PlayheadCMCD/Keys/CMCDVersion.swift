/// A version of Common Media Client Data.
public enum CMCDVersion: Int, Sendable, Hashable, CaseIterable {
    /// CTA-5004: keys with each request.
    case one = 1
    /// CTA-5004-B: more keys with each request, and reports of events to other servers.
    case two = 2
}
