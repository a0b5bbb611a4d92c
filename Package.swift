// swift-tools-version:6.2
import PackageDescription

/// Warnings are errors in the project's own checks, which set the variable, but not for users, whose compiler and headers may be newer.
let areWarningsErrors = Context.environment["PLAYHEAD_WARNINGS"] == "errors"

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)] + (areWarningsErrors ? [.treatAllWarnings(as: .error)] : [])

/// Optimizes modules that compute, or that whole playbacks run through, with their assertions, in the project's own checks, which build for debugging: their tests
/// take a fifth to two thirds of the time then.
let computing: [SwiftSetting] =
    strict + (areWarningsErrors ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : [])

/// Links what nobody depends on, programs and tests, in half the time.
let quickLinking: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]

/// Links a program that starts quickly and keeps little in memory: without symbols for plugins, and with relocations in their short form.
let programLinking =
    quickLinking + [
        .unsafeFlags(
            ["-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"],
            .when(platforms: [.linux], configuration: .release))
    ]

/// Small programs that use the library; `./test` runs them.
let examples = [
    "Advertising", "AsyncEvents", "DelegateListener", "HelloPlayer", "ItemObservation", "NotificationListener", "PlaybackStates",
    "Playlist",
    "RequestHeaders",
].map { name in
    Target.executableTarget(
        name: name, dependencies: ["Playhead", "PlayheadOrigin", "PlayheadPulse", "PlayheadSamples"], path: "Examples/\(name)",
        swiftSettings: strict,
        linkerSettings: quickLinking)
}

let package = Package(
    name: "Playhead",
    products: [
        .library(name: "Playhead", targets: ["Playhead"]),
        .library(name: "PlayheadNowPlaying", targets: ["PlayheadNowPlaying"]),
        .library(name: "PlayheadOverlay", targets: ["PlayheadOverlay", "PlayheadOverlayServer"]),
        .library(name: "PlayheadPulse", targets: ["PlayheadPulse"]),
        .library(name: "PlayheadTestKit", targets: ["PlayheadTestKit"]),
        .library(name: "CKeySystem", targets: ["CKeySystem"]),
        .library(name: "PlayheadGTK", targets: ["PlayheadGTK"]),
        .library(name: "PlayheadOverlayGTK", targets: ["PlayheadOverlayGTK"]),
        .executable(name: "playhead", targets: ["PlayheadCommand"]),
        .executable(name: "playhead-desktop", targets: ["PlayheadDesktop"]),
    ],
    traits: [
        .default(enabledTraits: ["PulseAudio"]),
        .trait(name: "PulseAudio", description: "Sound by default through the user's sound server; needs libpulse."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // Pure: no I/O, no system library.
        .target(name: "PlayheadNumbers", swiftSettings: computing),
        .target(name: "PlayheadCore", dependencies: ["PlayheadNumbers"], swiftSettings: computing),
        .target(name: "PlayheadSteering", dependencies: ["PlayheadNumbers"], swiftSettings: strict),
        .target(name: "PlayheadHLS", dependencies: ["PlayheadNumbers", "PlayheadSteering"], swiftSettings: strict),
        .target(name: "PlayheadAdaptive", dependencies: ["PlayheadNumbers"], swiftSettings: computing),
        .target(name: "PlayheadCaptions", dependencies: ["PlayheadCore", "PlayheadNumbers", "PlayheadXML"], swiftSettings: computing),
        .target(name: "PlayheadMetadata", dependencies: ["PlayheadCore", "PlayheadNumbers"], swiftSettings: strict),
        .target(name: "PlayheadDASH", dependencies: ["PlayheadNumbers", "PlayheadXML"], swiftSettings: strict),
        .target(name: "PlayheadAds", dependencies: ["PlayheadCore", "PlayheadNumbers", "PlayheadXML"], swiftSettings: strict),
        .target(name: "PlayheadFeeds", dependencies: ["PlayheadCore", "PlayheadNumbers", "PlayheadXML"], swiftSettings: strict),
        .target(
            name: "PlayheadCMCD",
            dependencies: [
                "PlayheadNumbers", .product(name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
            ], swiftSettings: computing),
        .target(name: "PlayheadOverlay", dependencies: ["PlayheadCore", "PlayheadNumbers"], swiftSettings: strict),
        .target(name: "PlayheadView", dependencies: ["PlayheadCaptions", "PlayheadCore", "PlayheadNumbers"], swiftSettings: strict),

        // Pure too, but for a system library that only computes.
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .target(name: "PlayheadXML", dependencies: ["CLibXML2"], swiftSettings: computing),

        // The edges.
        .systemLibrary(
            // Only for the folder of the headers: the functions are those of CFFmpegLoader.
            name: "CFFmpeg", pkgConfig: "libavutil",
            providers: [
                .apt([
                    "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libavfilter-dev", "libswresample-dev", "libswscale-dev",
                ])
            ]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CPulse", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "CWebKit", pkgConfig: "webkitgtk-6.0", providers: [.apt(["libwebkitgtk-6.0-dev"])]),
        .target(name: "CMainQueue", linkerSettings: [.linkedLibrary("dispatch", .when(platforms: [.linux]))]),
        .target(
            name: "PlayheadTransport",
            dependencies: [
                "CBrotli", "CCurl", "CZlib", "CZstd", "PlayheadCore", "PlayheadNumbers",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // The table of functions of a content decryption module in C.
        .target(name: "CKeySystem"),
        .target(name: "CFFmpegLoader", dependencies: ["CFFmpeg"]),
        .target(name: "PlayheadFFmpeg", dependencies: ["CFFmpeg", "CFFmpegLoader", "PlayheadNumbers"], swiftSettings: computing),
        .target(
            name: "PlayheadEngine",
            dependencies: [
                "CKeySystem", "PlayheadAdaptive", "PlayheadCaptions", "PlayheadCore", "PlayheadDASH", "PlayheadFFmpeg", "PlayheadHLS",
                "PlayheadMetadata", "PlayheadNumbers", "PlayheadSteering", "PlayheadTransport",
            ],
            swiftSettings: computing),
        .target(
            name: "PlayheadPulse",
            dependencies: ["CPulse", "PlayheadCore", "PlayheadEngine", "PlayheadNumbers"], swiftSettings: strict),
        .target(name: "PlayheadTerminal", dependencies: ["CChafa", "PlayheadCore", "PlayheadNumbers"], swiftSettings: strict),

        // What an app imports.
        .target(
            name: "Playhead",
            dependencies: [
                "PlayheadAdaptive", "PlayheadAds", "PlayheadCMCD", "PlayheadCaptions", "PlayheadCore",
                "PlayheadEngine", "PlayheadFeeds", "PlayheadFFmpeg", "PlayheadNumbers", "PlayheadOverlay", "PlayheadTransport",
                .target(name: "PlayheadPulse", condition: .when(platforms: [.linux], traits: ["PulseAudio"])),
            ],
            swiftSettings: computing),
        .target(
            name: "PlayheadOverlayServer",
            dependencies: [
                "PlayheadCore", "PlayheadNumbers", "PlayheadOverlay",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            exclude: ["Page/overlay.d.ts", "Page/messages.schema.json"], resources: [.embedInCode("Page/overlay.js")], swiftSettings: strict
        ),
        .target(
            name: "PlayheadNowPlaying", dependencies: ["CSystemd", "Playhead", "PlayheadNumbers", "PlayheadTransport"],
            swiftSettings: strict),
        // Serves media on loopback as networks and servers do, with every fault.
        .target(
            name: "PlayheadOrigin",
            dependencies: [
                "PlayheadCMCD", "PlayheadCore", "PlayheadHLS", "PlayheadNumbers", "PlayheadTransport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // Makes sample media with the ffmpeg program.
        .target(
            name: "PlayheadSamples",
            dependencies: [
                "PlayheadCore", "PlayheadFFmpeg", "PlayheadHLS", "PlayheadNumbers", "PlayheadOrigin", "PlayheadTransport",
            ],
            swiftSettings: strict),
        // Publishes metrics: OpenMetrics, OTLP and a Pushgateway.
        .target(
            name: "PlayheadTelemetry", dependencies: ["PlayheadCore", "PlayheadNumbers", "PlayheadOrigin", "PlayheadTransport"],
            swiftSettings: strict),
        // Many viewers in one process, and what they saw.
        .target(
            name: "PlayheadMonitor",
            dependencies: [
                "CZstd", "Playhead", "PlayheadAdaptive", "PlayheadCore", "PlayheadEngine", "PlayheadNumbers", "PlayheadOrigin",
                "PlayheadTelemetry", "PlayheadTransport",
            ],
            swiftSettings: strict),
        // What tests of apps use: a manual clock, a scripted engine, traces.
        .target(name: "PlayheadTestKit", dependencies: ["PlayheadCore", "PlayheadEngine", "PlayheadNumbers"], swiftSettings: strict),

        // Empty where GTK's headers are not installed.
        .target(
            name: "PlayheadGTK",
            dependencies: [
                "CGtk", "CMainQueue", "Playhead", "PlayheadEngine", "PlayheadFFmpeg", "PlayheadNowPlaying", "PlayheadNumbers",
                "PlayheadView",
            ],
            swiftSettings: strict),
        // Empty where WebKitGTK's are not.
        .target(
            name: "PlayheadOverlayGTK",
            dependencies: [
                "CGtk", "CWebKit", "Playhead", "PlayheadCore", "PlayheadGTK", "PlayheadNumbers", "PlayheadOverlay",
                "PlayheadOverlayServer", "PlayheadView",
            ],
            swiftSettings: strict),

        // The programs, and the package-internal target that they share: it cannot be in both, and neither links the other.
        .target(
            name: "PlayheadArguments",
            dependencies: [
                "Playhead", "PlayheadCore", "PlayheadTransport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "PlayheadCommand",
            dependencies: [
                "Playhead", "PlayheadAdaptive", "PlayheadAds", "PlayheadArguments", "PlayheadCMCD", "PlayheadCaptions", "PlayheadEngine",
                "PlayheadDASH", "PlayheadFFmpeg", "PlayheadHLS",
                "PlayheadMetadata", "PlayheadMonitor", "PlayheadNowPlaying", "PlayheadNumbers", "PlayheadOverlay",
                "PlayheadOverlayServer",
                "PlayheadPulse", "PlayheadTelemetry", "PlayheadTerminal", "PlayheadOrigin", "PlayheadSamples", "PlayheadTransport",
                "PlayheadXML",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [
                .embedInCode("Report/Page/report.html"), .embedInCode("Report/Page/report.css"), .embedInCode("Report/Page/report.js"),
            ], swiftSettings: strict, linkerSettings: programLinking),

        .executableTarget(
            name: "PlayheadDesktop",
            dependencies: [
                "CGtk", "CWebKit", "Playhead", "PlayheadArguments", "PlayheadEngine", "PlayheadGTK", "PlayheadNowPlaying",
                "PlayheadNumbers",
                "PlayheadOverlay",
                "PlayheadOverlayGTK", "PlayheadPulse", "PlayheadTransport", "PlayheadView",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict, linkerSettings: programLinking),

        // The work of the microbenchmarks, whose programs are below.
        .target(
            name: "PlayheadWorkloads",
            dependencies: [
                "Playhead", "PlayheadAdaptive", "PlayheadAds", "PlayheadCaptions", "PlayheadCore", "PlayheadEngine", "PlayheadFFmpeg",
                "PlayheadHLS",
            ],
            path: "Benchmarks/PlayheadWorkloads", swiftSettings: strict),
        // Measures whole playbacks; `swift run -c release PlayheadBenchmarks`.
        .executableTarget(
            name: "PlayheadBenchmarks",
            dependencies: ["Playhead", "PlayheadEngine", "PlayheadPulse", "PlayheadOrigin", "PlayheadSamples"],
            path: "Benchmarks/PlayheadBenchmarks", swiftSettings: strict, linkerSettings: quickLinking),

        .executableTarget(
            name: "PlayheadOverlayBenchmarks",
            dependencies: [
                "CGtk", "CWebKit", "Playhead", "PlayheadGTK", "PlayheadOverlay", "PlayheadOverlayGTK",
                "PlayheadOverlayServer",
            ],
            path: "Benchmarks/PlayheadOverlayBenchmarks", swiftSettings: strict, linkerSettings: quickLinking),

        // Plays what a hostile origin serves; `./test` runs it for some seconds, `scripts/fuzz-playback.sh` with AddressSanitizer.
        .executableTarget(
            name: "PlayheadPlaybackFuzz",
            dependencies: [
                "Playhead", "PlayheadCore", "PlayheadEngine", "PlayheadOrigin", "PlayheadSamples", "PlayheadTransport", "TestSupport",
                "TraceChecking",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Fuzz/Playback", swiftSettings: strict, linkerSettings: quickLinking),

        // An overlay on another player; `./test` runs it like the small programs.
        .executableTarget(
            name: "MpvOverlay", dependencies: ["PlayheadOverlay", "PlayheadOverlayServer"], path: "Examples/MpvOverlay",
            swiftSettings: strict, linkerSettings: quickLinking),

        // The example of an app: the same targets are a package of its own in that folder, so they may use only what is public.
        .target(
            name: "CustomParts", dependencies: ["Playhead"], path: "Examples/CustomPlayer/Sources/CustomParts", packageAccess: false,
            swiftSettings: strict),
        .executableTarget(
            name: "CustomPlayer", dependencies: ["CustomParts", "Playhead"], path: "Examples/CustomPlayer/Sources/CustomPlayer",
            packageAccess: false, swiftSettings: strict, linkerSettings: quickLinking),
        .testTarget(
            name: "CustomPartsTests", dependencies: ["CustomParts", "Playhead", "PlayheadTestKit"],
            path: "Examples/CustomPlayer/Tests/CustomPartsTests", packageAccess: false, swiftSettings: strict),

        // What tests of several targets use: random numbers, third-party files, how much is to be tried.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        // The contract of the states and events, checked on what goes into a machine and comes out of it.
        .target(name: "TraceChecking", dependencies: ["PlayheadCore"], path: "Tests/TraceChecking", swiftSettings: strict),
        // Overlays' table of messages, said by pages in memory, in views and in browsers.
        .target(name: "OverlayTestSupport", dependencies: ["PlayheadOverlay"], path: "Tests/OverlayTestSupport", swiftSettings: strict),
        // Origins, and the commands of FFmpeg, for the tests of origins, samples, files and engine.
        .target(
            name: "OriginTestSupport",
            dependencies: ["CZlib", "PlayheadCore", "PlayheadOrigin", "PlayheadSamples", "TestSupport"], path: "Tests/OriginTestSupport",
            swiftSettings: strict),
        // TLS for servers on loopback.
        .systemLibrary(name: "CSSL", path: "Tests/CSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "TLSTestSupport", dependencies: ["CSSL", "PlayheadSamples", .product(name: "NIOCore", package: "swift-nio")],
            path: "Tests/TLSTestSupport", swiftSettings: strict),
        // Name lookups that wait.
        .target(name: "CNameLookup", path: "Tests/CNameLookup"),
        // A key system in C, whose keys are in another process.
        .target(name: "CMockKeySystem", dependencies: ["CKeySystem"], path: "Tests/CMockKeySystem", exclude: ["mock-cdm.py"]),
        // All test targets are linked into one program.
        .testTarget(
            name: "PlayheadCoreTests", dependencies: ["PlayheadCore", "TestSupport", "TraceChecking"], swiftSettings: strict,
            linkerSettings: quickLinking),
        .testTarget(name: "PlayheadNumbersTests", dependencies: ["PlayheadNumbers"], swiftSettings: strict),
        .testTarget(name: "PlayheadSteeringTests", dependencies: ["PlayheadSteering"], swiftSettings: strict),
        .testTarget(name: "PlayheadHLSTests", dependencies: ["PlayheadHLS", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "PlayheadDASHTests", dependencies: ["PlayheadDASH", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "PlayheadAdaptiveTests", dependencies: ["PlayheadAdaptive", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PlayheadCaptionsTests", dependencies: ["PlayheadCaptions", "PlayheadCore", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "MpvOverlayTests", dependencies: ["MpvOverlay"], swiftSettings: strict),
        .testTarget(name: "PlayheadXMLTests", dependencies: ["PlayheadXML", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PlayheadFeedsTests", dependencies: ["PlayheadCore", "PlayheadFeeds", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PlayheadAdsTests", dependencies: ["PlayheadAds", "PlayheadCore", "TestSupport"], exclude: ["Golden"],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadMetadataTests", dependencies: ["PlayheadCore", "PlayheadMetadata", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PlayheadOverlayTests", dependencies: ["PlayheadCore", "PlayheadOverlay", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PlayheadOverlayServerTests",
            dependencies: [
                "OverlayTestSupport", "PlayheadOverlay", "PlayheadOverlayServer", "PlayheadTestKit", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadTransportTests",
            dependencies: [
                "CCurl", "CNameLookup", "PlayheadCore", "PlayheadOrigin", "PlayheadTransport", "TLSTestSupport", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadFFmpegTests",
            dependencies: [
                "CFFmpeg", "OriginTestSupport", "PlayheadFFmpeg", "PlayheadOrigin", "PlayheadSamples", "PlayheadTestKit", "TestSupport",
            ],
            swiftSettings: strict, linkerSettings: [.linkedLibrary("avformat")]),
        .testTarget(
            name: "PlayheadEngineTests",
            dependencies: [
                "CFFmpeg", "CMockKeySystem", "OriginTestSupport", "Playhead", "PlayheadAdaptive", "PlayheadCore", "PlayheadDASH",
                "PlayheadEngine", "PlayheadFFmpeg", "PlayheadHLS", "PlayheadOrigin", "PlayheadSamples", "PlayheadTestKit",
                "PlayheadTransport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadNowPlayingTests",
            dependencies: ["Playhead", "PlayheadEngine", "PlayheadNowPlaying", "PlayheadTestKit", "PlayheadTransport", "TestSupport"],
            swiftSettings: strict),
        // They run the program, which the package builds.
        .testTarget(
            name: "PlayheadGTKTests",
            dependencies: ["OverlayTestSupport", "PlayheadOverlay", "PlayheadOrigin", "PlayheadSamples", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadViewTests", dependencies: ["PlayheadCaptions", "PlayheadCore", "PlayheadView", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "PlayheadCMCDTests", dependencies: ["PlayheadCMCD", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PlayheadTelemetryTests", dependencies: ["PlayheadOrigin", "PlayheadTelemetry", "PlayheadTransport", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadMonitorTests",
            dependencies: [
                "Playhead", "PlayheadAdaptive", "PlayheadCore", "PlayheadEngine", "PlayheadMonitor", "PlayheadOrigin",
                "PlayheadSamples", "PlayheadTelemetry", "PlayheadTestKit", "PlayheadTransport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadPulseTests",
            dependencies: ["Playhead", "PlayheadCore", "PlayheadEngine", "PlayheadPulse", "PlayheadSamples", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadTerminalTests", dependencies: ["PlayheadCore", "PlayheadTerminal", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PlayheadTests",
            dependencies: [
                "Playhead", "PlayheadCMCD", "PlayheadCore", "PlayheadEngine", "PlayheadOverlay", "PlayheadOrigin", "PlayheadSamples",
                "PlayheadTestKit", "PlayheadTransport", "TLSTestSupport", "TestSupport", "TraceChecking",
            ],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "PlayheadWorkloadsTests", dependencies: ["PlayheadWorkloads"], swiftSettings: strict),
        .testTarget(
            name: "PlayheadCommandTests",
            dependencies: [
                "Playhead", "PlayheadArguments", "PlayheadCommand", "PlayheadCore", "PlayheadEngine", "PlayheadOrigin", "PlayheadSamples",
                "PlayheadTransport", "TestSupport",
            ],
            exclude: ["Waterfall/Golden"], swiftSettings: strict),
        .testTarget(
            name: "PlayheadOriginTests",
            dependencies: [
                "OriginTestSupport", "PlayheadCore", "PlayheadHLS", "PlayheadOrigin", "PlayheadTestKit", "PlayheadTransport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PlayheadSamplesTests",
            dependencies: ["OriginTestSupport", "PlayheadHLS", "PlayheadOrigin", "PlayheadSamples", "TestSupport"], swiftSettings: strict),
        // The targets of the fuzz program, which `scripts/fuzz.sh` builds with sanitizers.
        .testTarget(
            name: "PlayheadFuzzTests",
            dependencies: [
                "PlayheadAds", "PlayheadCMCD", "PlayheadCaptions", "PlayheadCommand", "PlayheadCore", "PlayheadDASH", "PlayheadEngine",
                "PlayheadFeeds", "PlayheadHLS", "PlayheadMetadata", "PlayheadOverlay", "PlayheadOverlayServer", "PlayheadSteering",
                "PlayheadTerminal", "PlayheadXML", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            path: "Fuzz", exclude: ["Corpus", "Playback", "Sources/EntryPoint.swift"], sources: ["Sources", "Tests"],
            swiftSettings: strict),
        // What the packages install.
        .testTarget(name: "PackagingTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(name: "PlayheadTestKitTests", dependencies: ["PlayheadCore", "PlayheadTestKit"], swiftSettings: strict),
    ] + examples
)

// The microbenchmarks. Only they need another package, so that other builds do not resolve it; `scripts/benchmark.sh` sets the variable.
if Context.environment["PLAYHEAD_BENCHMARKS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []))
    package.targets += [
        .target(name: "CMeasurement", path: "Benchmarks/CMeasurement"),
        .executableTarget(
            name: "PlayheadWorkloadCounts", dependencies: ["CMeasurement", "PlayheadWorkloads"],
            path: "Benchmarks/PlayheadWorkloadCounts", swiftSettings: strict,
            // valgrind 3.19 cannot read the debugging information.
            linkerSettings: quickLinking + [.unsafeFlags(["-Xlinker", "--strip-debug"], .when(platforms: [.linux]))]),
        .executableTarget(
            name: "PlayheadMicrobenchmarks",
            dependencies: ["PlayheadWorkloads", .product(name: "Benchmark", package: "benchmark")],
            path: "Benchmarks/PlayheadMicrobenchmarks", swiftSettings: strict, linkerSettings: quickLinking,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ]
}

// Only these test targets, separated by spaces; `scripts/test-distribution` sets the variable.
if let names = Context.environment["PLAYHEAD_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

/// The folders of `Sources`, each with its targets. What an app is linked with is in `Player` and `Desktop`, and nothing in them uses the laboratory.
let folders = [
    "Player": [
        "CFFmpegLoader", "CKeySystem", "Playhead", "PlayheadAdaptive", "PlayheadAds", "PlayheadCMCD", "PlayheadCaptions", "PlayheadCore",
        "PlayheadDASH", "PlayheadEngine", "PlayheadFFmpeg", "PlayheadFeeds", "PlayheadHLS", "PlayheadMetadata", "PlayheadNowPlaying",
        "PlayheadNumbers", "PlayheadOverlay", "PlayheadOverlayServer", "PlayheadPulse", "PlayheadSteering", "PlayheadTransport",
        "PlayheadXML",
    ],
    "Desktop": ["CMainQueue", "PlayheadDesktop", "PlayheadGTK", "PlayheadOverlayGTK", "PlayheadView"],
    "Tools": ["PlayheadArguments", "PlayheadCommand", "PlayheadMonitor", "PlayheadTelemetry", "PlayheadTerminal"],
    "Laboratory": ["PlayheadOrigin", "PlayheadSamples", "PlayheadTestKit"],
    "System": [
        "CBrotli", "CChafa", "CCurl", "CFFmpeg", "CGtk", "CLibXML2", "CPulse", "CSystemd", "CWebKit", "CZlib", "CZstd",
    ],
]
for (folder, names) in folders {
    for target in package.targets where names.contains(target.name) { target.path = "Sources/\(folder)/\(target.name)" }
}
