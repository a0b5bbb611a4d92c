/// How large an ad's picture is shown over the picture of a video.
public enum AdPlace {
    /// What of the view it may take, across and down.
    private static let share = 0.4

    /// The size of a picture in a view, in its units: its own where that fits, otherwise smaller in the same shape.
    public static func size(width: Double, height: Double, viewWidth: Double, viewHeight: Double) -> (width: Double, height: Double) {
        guard width > 0, height > 0, viewWidth > 0, viewHeight > 0 else { return (0, 0) }
        let factor = min(1, share * viewWidth / width, share * viewHeight / height)
        return ((width * factor).rounded(), (height * factor).rounded())
    }

    /// Which of several pictures is shown in a view: the largest that fits as it is, or else the one that has to be made the least smaller.
    /// - Parameter sizes: Their sizes in units of the view; `nil` for what is no picture, and 0 where a size isn't told.
    /// - Returns: Its place in the list.
    public static func best(of sizes: [(width: Double, height: Double)?], viewWidth: Double, viewHeight: Double) -> Int? {
        func quality(_ size: (width: Double, height: Double)) -> (Double, Double) {
            guard size.width > 0, size.height > 0 else { return (0, 0) }
            let factor = min(1, share * viewWidth / size.width, share * viewHeight / size.height)
            return (factor, size.width * size.height)
        }
        let pictures = sizes.enumerated().compactMap { index, size in size.map { (index, quality($0)) } }
        // Of equal ones the first, as the document has them.
        return pictures.reduce(nil as (Int, (Double, Double))?) { best, next in best.map { $0.1 >= next.1 } == true ? best : next }?.0
    }
}
