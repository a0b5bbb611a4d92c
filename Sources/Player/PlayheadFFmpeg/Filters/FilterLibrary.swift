import CFFmpeg
import Foundation

/// The functions of libavfilter, which is loaded when sound first changes its speed, or a picture is first deinterlaced.
///
/// The library depends on about sixty others, whose loading would take a third of the start of a program.
struct FilterLibrary: Sendable {
    typealias Graph = UnsafeMutablePointer<AVFilterGraph>
    typealias Context = UnsafeMutablePointer<AVFilterContext>
    typealias Text = UnsafePointer<CChar>

    let allocateGraph: @convention(c) @Sendable () -> Graph?
    let freeGraph: @convention(c) @Sendable (UnsafeMutablePointer<Graph?>?) -> Void
    let configureGraph: @convention(c) @Sendable (Graph?, UnsafeMutableRawPointer?) -> Int32
    let createFilter:
        @convention(c) @Sendable (
            UnsafeMutablePointer<Context?>?, UnsafePointer<AVFilter>?, Text?, Text?, UnsafeMutableRawPointer?, Graph?
        ) -> Int32
    let filterNamed: @convention(c) @Sendable (Text?) -> UnsafePointer<AVFilter>?
    let link: @convention(c) @Sendable (Context?, UInt32, Context?, UInt32) -> Int32
    let addFrame: @convention(c) @Sendable (Context?, UnsafeMutablePointer<AVFrame>?) -> Int32
    let getFrame: @convention(c) @Sendable (Context?, UnsafeMutablePointer<AVFrame>?) -> Int32

    /// The library of the version of the headers; `nil` if it cannot be loaded.
    static let shared = FilterLibrary()

    private init?() {
        #if canImport(Darwin)
            let name = "libavfilter.\(LIBAVFILTER_VERSION_MAJOR).dylib"
        #else
            let name = "libavfilter.so.\(LIBAVFILTER_VERSION_MAJOR)"
        #endif
        // The library stays loaded until the process ends.
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Function>(_ name: String, _ type: Function.Type = Function.self) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: type) }
        }
        guard let allocateGraph: @convention(c) @Sendable () -> Graph? = function("avfilter_graph_alloc"),
            let freeGraph: @convention(c) @Sendable (UnsafeMutablePointer<Graph?>?) -> Void = function("avfilter_graph_free"),
            let configureGraph: @convention(c) @Sendable (Graph?, UnsafeMutableRawPointer?) -> Int32 = function("avfilter_graph_config"),
            let createFilter:
                @convention(c) @Sendable (
                    UnsafeMutablePointer<Context?>?, UnsafePointer<AVFilter>?, Text?, Text?, UnsafeMutableRawPointer?, Graph?
                ) -> Int32 = function("avfilter_graph_create_filter"),
            let filterNamed: @convention(c) @Sendable (Text?) -> UnsafePointer<AVFilter>? = function("avfilter_get_by_name"),
            let link: @convention(c) @Sendable (Context?, UInt32, Context?, UInt32) -> Int32 = function("avfilter_link"),
            let addFrame: @convention(c) @Sendable (Context?, UnsafeMutablePointer<AVFrame>?) -> Int32 =
                function("av_buffersrc_add_frame"),
            let getFrame: @convention(c) @Sendable (Context?, UnsafeMutablePointer<AVFrame>?) -> Int32 =
                function("av_buffersink_get_frame")
        else { return nil }
        self.allocateGraph = allocateGraph
        self.freeGraph = freeGraph
        self.configureGraph = configureGraph
        self.createFilter = createFilter
        self.filterNamed = filterNamed
        self.link = link
        self.addFrame = addFrame
        self.getFrame = getFrame
    }
}
