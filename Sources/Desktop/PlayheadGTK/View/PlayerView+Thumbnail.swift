#if canImport(CGtk)
    import CGtk
    import PlayheadView

    extension PlayerView {
        /// Writes a small form of the picture as a PNG file, or of the cover if the item has no pictures.
        /// - Parameters:
        ///   - path: The path of the file.
        ///   - size: The size in pixels that the picture fits into.
        /// - Returns: Whether there is a picture and it was written.
        package func saveThumbnail(to path: String, fitting size: (width: Int, height: Int)) -> Bool {
            if let texture = picture.currentTexture {
                return Self.save(texture.texture, aspect: texture.width / max(1, texture.height), to: path, fitting: size)
            }
            guard let texture = sound.artworkTexture() else { return false }
            defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
            let aspect = Double(gdk_texture_get_width(texture)) / Double(max(1, gdk_texture_get_height(texture)))
            return Self.save(texture, aspect: aspect, to: path, fitting: size)
        }

        private static func save(_ texture: OpaquePointer, aspect: Double, to path: String, fitting size: (width: Int, height: Int)) -> Bool
        {
            let (width, height) = (Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture)))
            let (row, isRowTooLong) = width.multipliedReportingOverflow(by: 4)
            let (count, isTooLarge) = row.multipliedReportingOverflow(by: height)
            guard width > 0, height > 0, !isRowTooLong, !isTooLarge, count <= 256 << 20, aspect > 0, aspect.isFinite else { return false }
            // GDK's default format is that of cairo's surfaces.
            var pixels = [UInt8](repeating: 0, count: count)
            gdk_texture_download(texture, &pixels, gsize(row))
            let place = Stretching.uniform.rect(
                width: aspect, height: 1, viewWidth: Double(size.width), viewHeight: Double(size.height))
            let target = (max(1, Int32(saturating: place.width)), max(1, Int32(saturating: place.height)))
            return pixels.withUnsafeMutableBufferPointer { pixels in
                guard
                    let source = cairo_image_surface_create_for_data(
                        pixels.baseAddress, CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height), Int32(clamping: row)),
                    let small = cairo_image_surface_create(CAIRO_FORMAT_RGB24, target.0, target.1), let cairo = cairo_create(small)
                else { return false }
                cairo_scale(cairo, Double(target.0) / Double(width), Double(target.1) / Double(height))
                cairo_set_source_surface(cairo, source, 0, 0)
                cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
                cairo_paint(cairo)
                cairo_destroy(cairo)
                let isWritten = cairo_surface_write_to_png(small, path) == CAIRO_STATUS_SUCCESS
                cairo_surface_destroy(small)
                cairo_surface_destroy(source)
                return isWritten
            }
        }
    }
#endif
