import Foundation
import NIOCore
import NIOPosix
import TestSupport

/// Reads requests from a connection and writes the responses of a hostile origin as raw bytes.
final class HostileConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let maximumRequest = 1 << 20

    private let content: HostileContent
    private let seed: UInt64
    private let brokenHeads: Int
    private var received: [UInt8] = []
    private var steps: [RawResponse.Step] = []
    private var isBusy = false

    init(_ content: HostileContent, seed: UInt64, brokenHeads: Int) {
        self.content = content
        self.seed = seed
        self.brokenHeads = brokenHeads
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += Array(unwrapInboundIn(data).readableBytesView)
        guard received.count <= Self.maximumRequest else { return context.close(promise: nil) }
        answerNext(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Answers the first complete request, unless a response is in progress.
    private func answerNext(_ context: ChannelHandlerContext) {
        guard !isBusy, let request = takeRequest() else { return }
        let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
        let path = String((parts.first ?? "").drop { $0 == "/" }).removingPercentEncoding ?? ""
        let answer = content.answer(path, query: parts.count > 1 ? parts[1] : nil)
        var random = SeededGenerator(seed: seed &+ HostileContent.hash(request.target + "\(request.range ?? 0..<0)"))
        let isBroken = brokenHeads > 0 && random.oneIn(brokenHeads)
        steps = RawResponse(answer, range: request.range, isBroken: isBroken, &random).steps
        isBusy = true
        perform(context)
    }

    private func perform(_ context: ChannelHandlerContext) {
        guard !steps.isEmpty else {
            isBusy = false
            return answerNext(context)
        }
        let next = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        switch steps.removeFirst() {
        case .write(let bytes):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).whenSuccess { next.value.0.perform(next.value.1) }
        case .wait(let milliseconds):
            context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) { next.value.0.perform(next.value.1) }
        case .flood(let bytes, let count):
            if count > 0 { steps.insert(.flood(bytes, bytes: count - bytes.count), at: 0) }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).whenSuccess { next.value.0.perform(next.value.1) }
        case .close: context.close(promise: nil)
        case .reset:
            // Without lingering, the kernel sends a reset.
            guard let socket = context.channel as? any SocketOptionProvider else { return context.close(promise: nil) }
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in next.value.1.close(promise: nil) }
        }
    }

    private func takeRequest() -> (target: String, range: Range<Int>?)? {
        let end = Array("\r\n\r\n".utf8)
        guard let place = received.firstRange(of: end) else { return nil }
        let lines = String(decoding: received[..<place.lowerBound], as: UTF8.self).split(separator: "\r\n").map(String.init)
        let field = "content-length: "
        let length = lines.first { $0.lowercased().hasPrefix(field) }.flatMap { Int($0.dropFirst(field.count)) } ?? 0
        guard 0...Self.maximumRequest ~= length, received.count >= place.upperBound + length else { return nil }
        // The body, the request for a license, makes no difference.
        received.removeFirst(place.upperBound + length)
        let words = lines.first?.split(separator: " ").map(String.init) ?? []
        let range = lines.first { $0.lowercased().hasPrefix("range: bytes=") }.flatMap(Self.range)
        return (words.count > 1 ? words[1] : "/", range)
    }

    private static func range(_ line: String) -> Range<Int>? {
        let numbers = line.dropFirst("range: bytes=".count).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = numbers.first ?? nil, first >= 0 else { return nil }
        guard numbers.count > 1, let last = numbers[1], last >= first, last < .max else { return first..<Int.max }
        return first..<(last + 1)
    }
}
