import CBrotli

/// Decompresses brotli, whose window is at most 16 MiB: large windows are no part of HTTP's coding.
final class BrotliDecompressor: Decompressor {
    private(set) var isComplete = false
    private let state = BrotliDecoderCreateInstance(nil, nil, nil)

    deinit { BrotliDecoderDestroyInstance(state) }

    func decompress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> (read: Int, written: Int)? {
        guard !isComplete else { return (0, 0) }
        var (unread, free) = (input.count, output.count)
        var next = input.bindMemory(to: UInt8.self).baseAddress
        var target = output.bindMemory(to: UInt8.self).baseAddress
        guard let state else { return nil }
        let result = BrotliDecoderDecompressStream(state, &unread, &next, &free, &target, nil)
        guard result != BROTLI_DECODER_RESULT_ERROR else { return nil }
        isComplete = result == BROTLI_DECODER_RESULT_SUCCESS
        return (input.count - unread, output.count - free)
    }
}
