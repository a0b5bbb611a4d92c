/// The combination of all faults that apply to a response. Of several faults of one kind the first is used, latencies and stalls add up.
struct Misbehaviour {
    /// The response that replaces the resource.
    enum Substitute: Equatable {
        case status(Int, body: [UInt8], retryAfter: Int?)
        case html
        case emptyBody
        case redirect(to: String?, status: Int)
    }

    struct Stall: Equatable {
        let offset: Int
        let seconds: Double?
    }

    struct Cut: Equatable {
        let offset: Int?
        let isReset: Bool
    }

    var latency = 0.0
    var substitute: Substitute?
    var garbageSeed: UInt64?
    var truncation: Int?
    var ignoresRanges = false
    var mediaType: String?
    var lengthOffset = 0
    /// The stalls, sorted by offset.
    var stalls: [Stall] = []
    var cut: Cut?
    var bytesPerSecond: Double?

    init(_ kinds: [Fault.Kind]) {
        for kind in kinds {
            switch kind {
            case .latency(let seconds): latency += seconds
            case .status(let code, let body, let retryAfter):
                substitute = substitute ?? .status(code, body: body, retryAfter: retryAfter)
            case .html: substitute = substitute ?? .html
            case .emptyBody: substitute = substitute ?? .emptyBody
            case .redirect(let target, let status): substitute = substitute ?? .redirect(to: target, status: status)
            case .garbage(let seed): garbageSeed = garbageSeed ?? seed
            case .truncated(let count): truncation = truncation ?? max(0, count)
            case .ignoreRanges: ignoresRanges = true
            case .mediaType(let type): mediaType = mediaType ?? type
            case .contentLength(let offset): lengthOffset = lengthOffset == 0 ? offset : lengthOffset
            case .stall(let offset, let seconds): stalls.append(Stall(offset: max(0, offset), seconds: seconds))
            case .cut(let offset, let reset): cut = cut ?? Cut(offset: offset.map { max(0, $0) }, isReset: reset)
            case .bandwidth(let rate): bytesPerSecond = bytesPerSecond ?? rate
            }
        }
        stalls.sort { $0.offset < $1.offset }
    }
}
