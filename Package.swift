// swift-tools-version: 6.2
// transitlinkd: links to public transit stops and trips. The tree in dependency order: C… (one folder a C
// library) → Posix, StrictJSON, Systemd → TransitLinks, LinkSpool, Feeds, Staging → Configuration, FeedFiles, Publishing →
// the programs.
import PackageDescription

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// Tests read whatever is handy; memory safety is checked in what is shipped.
let relaxed: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "transitlinkd",
    products: [
        .library(name: "TransitLinks", targets: ["TransitLinks"]),
        .executable(name: "transitlinkd", targets: ["transitlinkd"]),
        .executable(name: "transitlink", targets: ["transitlink"]),
    ],
    targets: [
        // C libraries, each imported by one Swift module.
        .target(name: "CPosix"),
        .target(name: "CConfig", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "CRapidJSON", cxxSettings: [.define("RAPIDJSON_HAS_STDSTRING", to: "0")]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),

        .target(name: "Escaping", swiftSettings: strict),
        .target(name: "Arguments", dependencies: ["Escaping"], swiftSettings: strict),
        .target(name: "Posix", dependencies: ["CPosix", "Escaping"], swiftSettings: strict),
        .target(name: "StrictJSON", dependencies: ["CRapidJSON", "Escaping"], swiftSettings: strict),
        .target(name: "Systemd", dependencies: ["CSystemd", "Escaping", "Posix"], swiftSettings: strict),
        .target(name: "TransitLinks", dependencies: ["CIDN2", "Escaping", "StrictJSON"], swiftSettings: strict),
        .target(name: "QRCodes", dependencies: ["CPNG", "CQREncode"], swiftSettings: strict),
        .target(name: "LinkSpool", dependencies: ["Escaping", "Posix"], swiftSettings: strict),
        .target(name: "Feeds", dependencies: ["Escaping"], swiftSettings: strict),
        .target(name: "FeedFiles", dependencies: ["CZip", "Escaping", "Feeds", "Posix"], swiftSettings: strict),
        .target(name: "Staging", dependencies: ["Escaping", "Posix"], swiftSettings: strict),
        .target(
            name: "Publishing", dependencies: ["Escaping", "Feeds", "QRCodes", "TransitLinks"], swiftSettings: strict),
        .target(
            name: "SignSheets", dependencies: ["CPangoCairo", "Escaping", "QRCodes", "StrictJSON"],
            swiftSettings: strict),
        .target(
            name: "Configuration",
            dependencies: ["Arguments", "CConfig", "Escaping", "Posix", "StrictJSON", "TransitLinks"],
            swiftSettings: strict),

        .executableTarget(
            name: "transitlinkd",
            dependencies: ["Arguments", "Configuration", "Escaping", "LinkSpool", "Posix", "Systemd", "TransitLinks"],
            swiftSettings: strict),
        .executableTarget(
            name: "transitlink",
            dependencies: [
                "Arguments", "Configuration", "Escaping", "FeedFiles", "Feeds", "LinkSpool", "Posix", "Publishing",
                "QRCodes", "Staging", "StrictJSON", "TransitLinks",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "transitlink-signs", dependencies: ["Arguments", "Escaping", "Posix", "SignSheets"],
            swiftSettings: strict),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: relaxed),
        .testTarget(name: "PosixTests", dependencies: ["Posix", "TestSupport"], swiftSettings: relaxed),
        .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON", "TestSupport"], swiftSettings: relaxed),
        .testTarget(
            name: "TransitLinksTests", dependencies: ["TransitLinks", "StrictJSON", "TestSupport"],
            swiftSettings: relaxed),
        .executableTarget(
            name: "spool-probe", dependencies: ["LinkSpool", "Posix"], path: "Tests/SpoolProbe", swiftSettings: relaxed),
        .testTarget(
            name: "LinkSpoolTests", dependencies: ["LinkSpool", "Posix", "TestSupport", "spool-probe"],
            swiftSettings: relaxed),
        .testTarget(name: "SystemdTests", dependencies: ["Systemd", "Posix", "TestSupport"], swiftSettings: relaxed),
        .testTarget(
            name: "ConfigurationTests", dependencies: ["Configuration", "TransitLinks", "TestSupport"],
            swiftSettings: relaxed),
        .testTarget(
            name: "DaemonTests", dependencies: ["transitlinkd", "Configuration", "Posix", "TransitLinks", "TestSupport"],
            swiftSettings: relaxed),
        .testTarget(name: "ArgumentsTests", dependencies: ["Arguments"], swiftSettings: relaxed),
        .testTarget(
            name: "FeedsTests", dependencies: ["FeedFiles", "Feeds", "Posix", "TestSupport"], swiftSettings: relaxed),
        .testTarget(name: "StagingTests", dependencies: ["Posix", "Staging", "TestSupport"], swiftSettings: relaxed),
        .testTarget(
            name: "PublishingTests", dependencies: ["Publishing", "QRCodes", "TestSupport", "TransitLinks"],
            swiftSettings: relaxed),
        .testTarget(
            name: "SignSheetsTests", dependencies: ["SignSheets", "TestSupport"], swiftSettings: relaxed),
        .testTarget(
            name: "ToolTests", dependencies: ["transitlink", "TestSupport", "spool-probe"], exclude: ["Golden"],
            swiftSettings: relaxed),

        .target(name: "BenchmarkSupport", path: "Tests/Benchmarks/Support", swiftSettings: relaxed),
        .executableTarget(
            name: "links-bench", dependencies: ["BenchmarkSupport", "TransitLinks"], path: "Tests/Benchmarks/Links",
            swiftSettings: relaxed),
        .executableTarget(
            name: "requests-bench", dependencies: ["BenchmarkSupport", "TransitLinks"],
            path: "Tests/Benchmarks/Requests", swiftSettings: relaxed),
        .executableTarget(
            name: "spool-bench", dependencies: ["BenchmarkSupport", "CPosix"], path: "Tests/Benchmarks/Spool",
            swiftSettings: relaxed),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
