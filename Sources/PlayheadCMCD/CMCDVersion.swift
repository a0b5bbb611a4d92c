/// A version of Common Media Client Data (CTA-5004).
public enum CMCDVersion: Int, Sendable, Hashable, CaseIterable {
    /// CTA-5004 of 2020: keys with each request.
    case one = 1
    /// CTA-5004-A: request, response and event modes.
    case two = 2
}
