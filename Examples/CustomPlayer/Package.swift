// swift-tools-version:6.2
import PackageDescription

// A package of its own, as an app is: it uses nothing of Playhead but its products. An app names the repository's URL and a version instead of the path.
let package = Package(
    name: "CustomPlayer",
    dependencies: [.package(name: "Playhead", path: "../..")],
    targets: [
        .target(name: "CustomParts", dependencies: [.product(name: "Playhead", package: "Playhead")]),
        .executableTarget(name: "CustomPlayer", dependencies: ["CustomParts", .product(name: "Playhead", package: "Playhead")]),
        .testTarget(
            name: "CustomPartsTests",
            dependencies: [
                "CustomParts", .product(name: "Playhead", package: "Playhead"), .product(name: "PlayheadTestKit", package: "Playhead"),
            ]),
    ]
)
