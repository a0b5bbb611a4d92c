import PlayheadCore

@testable import PlayheadOverlay

/// Decodes messages of untrusted pages, and passes them through a session.
enum OverlayTarget {
    static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        message(text)
        session(text)
    }

    /// A decoded message is unchanged after encoding, and its text can't end a script.
    private static func message(_ text: String) {
        guard let received = try? MessageCodec.message(of: text) else { return }
        let written = MessageCodec.text(of: received.message, nonce: received.nonce)
        require(!written.contains("<"), "a text can end a script")
        require((try? MessageCodec.message(of: written)) == received, "what was written is read as another message")
        if case .success(let message) = OverlayNotifications.message(received.message.name, received.message.userInfo) {
            require(message == received.message, "a notification says something else")
        } else {
            require(false, "a message is no notification")
        }
    }

    /// Passes each line as a message of the page. Only permitted messages are delivered, and their number is bounded.
    private static func session(_ text: String) {
        var session = OverlaySession(hasPlayer: false)
        _ = session.handle(.load(nonce: "n"), at: 0)
        _ = session.handle(.pageStarted, at: 0)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let outputs = session.handle(.received(String(line)), at: Double(index) / 1000)
            for case .emit(let message, .page) in outputs {
                require(message.name.definition?.source == .page, "a page spoke as somebody else")
                require((try? MessageCodec.message(of: String(line)))?.nonce == "n", "a message without the nonce came through")
            }
            require(outputs.count < 64, "one message has too many consequences")
            if session.phase == .ended { _ = session.handle(.load(nonce: "n"), at: Double(index) / 1000) }
        }
    }
}
