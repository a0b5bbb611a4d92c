/// Determines the size at which an ad's image is shown over the video.
package enum AdPlace {
    /// The maximum share of the view's width and height.
    private static let share = 0.4

    /// Returns the size of an image in a view, in the view's units: its own size if that fits, otherwise reduced with the same aspect
    /// ratio.
    package static func size(width: Double, height: Double, viewWidth: Double, viewHeight: Double) -> (width: Double, height: Double) {
        guard width > 0, height > 0, viewWidth > 0, viewHeight > 0 else { return (0, 0) }
        let factor = min(1, share * viewWidth / width, share * viewHeight / height)
        return ((width * factor).rounded(), (height * factor).rounded())
    }

    /// Returns the index of the image to show in a view: the largest that fits without scaling, or else the one that has to be reduced the
    /// least. The sizes are in units of the view; `nil` for resources that are no images, and 0 for an unknown size.
    /// - Returns: The index in `sizes`.
    package static func best(of sizes: [(width: Double, height: Double)?], viewWidth: Double, viewHeight: Double) -> Int? {
        func quality(_ size: (width: Double, height: Double)) -> (Double, Double) {
            guard size.width > 0, size.height > 0 else { return (0, 0) }
            let factor = min(1, share * viewWidth / size.width, share * viewHeight / size.height)
            return (factor, size.width * size.height)
        }
        let pictures = sizes.enumerated().compactMap { index, size in size.map { (index, quality($0)) } }
        // Among equals the first wins, because that is the document's order.
        return pictures.reduce(nil as (Int, (Double, Double))?) { best, next in best.map { $0.1 >= next.1 } == true ? best : next }?.0
    }
}
