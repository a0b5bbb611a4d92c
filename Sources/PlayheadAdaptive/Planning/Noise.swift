/// The deviation of segments from the prediction: weighted quantiles in units of the spread.
enum Noise {
    /// Similar to prediction errors on recorded mobile networks: more mass in the centre and in the lower tail than a normal distribution.
    static let quantiles: [(value: Double, weight: Double)] = [
        (-2.34, 0.015), (-1.39, 0.045), (-0.88, 0.09), (-0.65, 0.14), (-0.2, 0.2), (0.2, 0.2), (0.5, 0.14), (0.9, 0.1), (1.5, 0.07),
    ]
}
