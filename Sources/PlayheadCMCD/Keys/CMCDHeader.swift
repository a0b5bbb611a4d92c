/// The header field of a request that carries a key; each is for keys that change equally often.
public enum CMCDHeader: String, Sendable, Hashable, CaseIterable {
    /// Keys that differ for each object.
    case object = "CMCD-Object"
    /// Keys that differ for each request.
    case request = "CMCD-Request"
    /// Keys that are constant for a session.
    case session = "CMCD-Session"
    /// Keys that change occasionally.
    case status = "CMCD-Status"
}
