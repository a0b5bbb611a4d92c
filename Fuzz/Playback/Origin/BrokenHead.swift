import TestSupport

/// Creates invalid response heads.
enum BrokenHead {
    /// Mutates a head.
    static func make(_ head: String, length: Int, _ random: inout SeededGenerator) -> String {
        let end = "\r\n\r\n"
        let fields = head.dropLast(4)
        switch random.below(14) {
        case 0:
            let line = [
                "HTTP/1.1 200", "HTTP/1.0 200 OK", "HTTP/2.0 200 OK", "HTTP/9.9 200 OK", "ICY 200 OK", "HTTP/1.1 1000 X", "HTTP/1.1 -1 X",
                "HTTP/1.1 100 X", "HTTP/1.1 000 X", "HTTP/1.1 099 X", "HTTP/1.1 600 X", "HTTP/1.1 101 Switching", "HTTP/1.1 2 X", "\0\0\0",
                "<html>", "HTTP/1.1  200 OK", "",
            ][random.below(17)]
            return line + "\r\n" + head.split(separator: "\r\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\r\n")
        case 1: return String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 1 + random.below(20)) + head
        case 2: return String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 1 + random.below(200)) + head
        case 3: return fields + "\r\nContent-Length: \(random.below(length + 10))" + end
        case 4:
            let lengths = ["-5", "+5", "0x5", "", "5, 5", " ", "1e3", "9223372036854775807", "18446744073709551615"]
            return fields + "\r\nContent-Length: " + lengths[random.below(lengths.count)] + end
        case 5:
            let encodings = ["chunked", "gzip, chunked", "identity", "chunked, chunked", "x"]
            return fields + "\r\nTransfer-Encoding: " + encodings[random.below(encodings.count)] + end
        case 6: return fields + "\r\nX-Long: " + String(repeating: "a", count: 1 << (10 + random.below(8))) + end
        case 7: return fields + "\r\n" + (0..<random.below(3000)).map { "X-\($0): a\r\n" }.joined() + "\r\n"
        case 8: return fields + "\r\nX: a\0b\u{1}\r\n folded\r\n: none\r\nno colon" + end
        case 9: return head.replacing("\r\n", with: "\n")
        case 10: return fields + "\r\nContent-Encoding: " + ["gzip", "deflate", "br", "gzip, gzip", "x"][random.below(5)] + end
        case 11:
            return fields + "\r\nContent-Range: bytes "
                + ["5-1/3", "0-0/*", "*/5", "0-9223372036854775807/*", "-1-5/9", "0-4/2", "a-b/c", ""][random.below(8)] + end
        case 12: return String(head.prefix(random.below(head.count)))
        default: return fields + "\r\nRetry-After: " + ["0", "-1", "1e400", "nan", "99999999999999999999", "0.01"][random.below(6)] + end
        }
    }
}
