/// The deviation of segments from the prediction: weighted quantiles in units of the spread.
enum Noise {
    /// Similar to prediction errors on recorded mobile networks: more mass in the centre and in the lower tail than a normal distribution.
    /// The lowest one is a deep drop.
    static let quantiles: [(value: Double, weight: Double)] = [
        (-3.2, 0.015), (-1.39, 0.045), (-0.88, 0.09), (-0.65, 0.14), (-0.2, 0.2), (0.2, 0.2), (0.6, 0.14), (1.08, 0.1), (1.8, 0.07),
    ]
}
