/// The deviation of segments from the prediction: weighted quantiles in units of the spread, with the long lower tail of networks.
struct Noise: Sendable {
    let quantiles: [(value: Double, weight: Double)]

    /// Similar to prediction errors on recorded mobile networks: more mass in the centre and in the lower tail than a normal distribution.
    static let network = Noise(quantiles: [
        (-3.2, 0.015), (-1.9, 0.045), (-1.2, 0.09), (-0.65, 0.14), (-0.2, 0.2), (0.2, 0.2), (0.5, 0.14), (0.9, 0.1), (1.5, 0.07),
    ])
}
