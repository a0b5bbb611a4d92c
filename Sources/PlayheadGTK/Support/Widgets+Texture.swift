#if canImport(CGtk)
    import CGtk
    import PlayheadView

    extension Widgets {
        /// Decodes an image file of a sensible size; `nil` if the format is not supported. The caller owns the texture.
        static func texture(of bytes: [UInt8]) -> OpaquePointer? {
            guard let header = ImageHeader(bytes), header.isSensible else { return nil }
            let data = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            defer { g_bytes_unref(data) }
            return gdk_texture_new_from_bytes(data, nil)
        }
    }
#endif
