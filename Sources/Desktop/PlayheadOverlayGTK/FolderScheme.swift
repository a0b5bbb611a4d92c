#if canImport(CWebKit)
    import CGtk
    import CWebKit
    import Foundation
    import PlayheadGTK
    import PlayheadOverlayServer

    /// Serves a folder's files to pages in the view under a URL scheme, without an open port that other programs could use.
    enum FolderScheme {
        static let name = "playhead-overlay"
        static let host = "overlay"
        /// The URL of the folder's page.
        static let pageURL = URL(string: "\(name)://\(host)/") ?? URL(fileURLWithPath: "/")

        /// Makes the files available to the pages of a context.
        static func register(_ files: PageFiles, in context: OpaquePointer) {
            let security = webkit_web_context_get_security_manager(context)
            // Pages need these settings for modules and for features of secure contexts.
            webkit_security_manager_register_uri_scheme_as_secure(security, name)
            webkit_security_manager_register_uri_scheme_as_cors_enabled(security, name)
            webkit_web_context_register_uri_scheme(context, name, answer, ClosureBox(files).owned) { data in
                if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
            }
        }

        private static let answer: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { request, data in
            guard let request, let files = ClosureBox<PageFiles>.from(data) else { return }
            let method = webkit_uri_scheme_request_get_http_method(request).map { String(cString: $0) }
            let url = webkit_uri_scheme_request_get_uri(request).flatMap { URL(string: String(cString: $0)) }
            let target = url.flatMap { $0.host() == FolderScheme.host ? $0.path(percentEncoded: true) : nil }
            let isAsking = method == nil || method == "GET" || method == "HEAD"
            let file = isAsking ? target.flatMap { files.file(target: $0.isEmpty ? "/" : $0) } : nil
            FolderScheme.send(file, to: request)
        }

        private static func send(_ file: PageFiles.File?, to request: OpaquePointer) {
            let bytes = file?.bytes ?? Array("404 Not Found\n".utf8)
            let copy = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            let stream = g_memory_input_stream_new_from_bytes(copy)
            g_bytes_unref(copy)
            let response = webkit_uri_scheme_response_new(stream, gint64(bytes.count))
            g_object_unref(stream.map { UnsafeMutableRawPointer($0) })
            let (found, missing): (guint, guint) = (200, 404)
            webkit_uri_scheme_response_set_status(response, file == nil ? missing : found, nil)
            let type = file?.type ?? "text/plain; charset=utf-8"
            webkit_uri_scheme_response_set_content_type(response, type)
            let headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE)
            // The header determines the type of style sheets.
            for (name, value) in [
                ("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
                ("Referrer-Policy", "no-referrer"), ("Content-Security-Policy", PageFiles.contentPolicy()),
            ] {
                soup_message_headers_append(headers, name, value)
            }
            // The response takes ownership of the headers.
            webkit_uri_scheme_response_set_http_headers(response, headers)
            webkit_uri_scheme_request_finish_with_response(request, response)
            g_object_unref(response.map { UnsafeMutableRawPointer($0) })
        }
    }
#endif
