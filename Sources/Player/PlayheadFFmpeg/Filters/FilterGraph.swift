import CFFmpeg
import CFFmpegLoader

/// A chain of libavfilter's filters: owns an `AVFilterGraph`.
///
/// Used by one thread at a time.
final class FilterGraph {
    /// A filter of a chain.
    struct Filter {
        let name: String
        let arguments: String?

        /// Makes a filter with arguments in FFmpeg's notation.
        init(_ name: String, _ arguments: String? = nil) {
            self.name = name
            self.arguments = arguments
        }
    }

    private var graph: UnsafeMutablePointer<AVFilterGraph>?
    private var source: UnsafeMutablePointer<AVFilterContext>?
    private var sink: UnsafeMutablePointer<AVFilterContext>?

    /// Makes a chain of filters, from a source of frames to a sink.
    /// - Throws: ``FFmpegError`` if libavfilter or a filter is not installed, or arguments are invalid.
    init(_ filters: [Filter]) throws(FFmpegError) {
        guard playhead_has_avfilter() else { throw FFmpegError(playhead_averror_filter_not_found, "libavfilter") }
        graph = avfilter_graph_alloc()
        // The object is initialized from here on: if an error is thrown, deinit frees the graph.
        guard let graph else { throw FFmpegError(playhead_averror_nomem, "avfilter_graph_alloc") }
        // Decoders have threads enough.
        graph.pointee.nb_threads = 1
        for filter in filters {
            let filter = try add(filter.name, filter.arguments)
            if source == nil { source = filter } else { try FFmpegError.check(avfilter_link(sink, 0, filter, 0), "avfilter_link") }
            sink = filter
        }
        try FFmpegError.check(avfilter_graph_config(graph, nil), "avfilter_graph_config")
    }

    deinit { avfilter_graph_free(&graph) }

    /// Returns whether libavfilter has a filter.
    static func has(_ filter: String) -> Bool { playhead_has_avfilter() && avfilter_get_by_name(filter) != nil }

    /// Sends a frame, whose reference the filters take over so that an empty frame remains, or `nil` for the end.
    func send(_ frame: Frame?) throws(FFmpegError) {
        try FFmpegError.check(av_buffersrc_add_frame(source, frame?.pointer), "av_buffersrc_add_frame")
    }

    /// Returns the next filtered frame, or `nil` if another one has to be sent first, or after the end.
    func receive() throws(FFmpegError) -> Frame? {
        let frame = try Frame()
        let result = av_buffersink_get_frame(sink, frame.pointer)
        if result == playhead_averror_again || result == playhead_averror_eof { return nil }
        try FFmpegError.check(result, "av_buffersink_get_frame")
        return frame
    }

    private func add(_ filter: String, _ arguments: String?) throws(FFmpegError) -> UnsafeMutablePointer<AVFilterContext>? {
        guard let definition = avfilter_get_by_name(filter) else {
            throw FFmpegError(playhead_averror_filter_not_found, "avfilter_get_by_name(\(filter))")
        }
        var context: UnsafeMutablePointer<AVFilterContext>?
        try FFmpegError.check(
            avfilter_graph_create_filter(&context, definition, nil, arguments, nil, graph), "avfilter_graph_create_filter(\(filter))")
        return context
    }
}
