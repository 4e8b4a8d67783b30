// swift-tools-version: 6.2
// transitlinkd: links to public transit stops and trips. The tree in dependency order: C… (one folder a C
// library) → Digests, Posix, StrictJSON, Systemd → TransitLinks, LinkSpool, Feeds, Staging → Configuration, FeedFiles,
// Publishing → the programs.
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

/// Checked variants of the C library's functions, which need an optimised build.
let fortified = CSetting.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))
let fortifiedCXX = CXXSetting.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))

let package = Package(
    name: "transitlinkd",
    products: [
        .library(name: "TransitLinks", targets: ["TransitLinks"]),
        .executable(name: "transitlinkd", targets: ["transitlinkd"]),
        .executable(name: "transitlink", targets: ["transitlink"]),
        .executable(name: "transitlink-signs", targets: ["transitlink-signs"]),
    ],
    targets: [
        // C libraries, each imported by one Swift module.
        .target(name: "CByteMarks", cSettings: [fortified]),
        .target(name: "CPosix", cSettings: [fortified]),
        .target(name: "CConfig", cSettings: [.define("_GNU_SOURCE"), fortified]),
        .target(name: "CRapidJSON", cxxSettings: [.define("RAPIDJSON_HAS_STDSTRING", to: "0"), fortifiedCXX]),
        .target(name: "CSite", exclude: ["icon.svg", "site.css", "site.js"], cSettings: [fortified]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CPlist", pkgConfig: "libplist-2.0", providers: [.apt(["libplist-dev"])]),
        .systemLibrary(name: "CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
        .systemLibrary(name: "CPangoCairo", providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]),

        .target(name: "Digests", swiftSettings: strict),
        .target(name: "Escaping", swiftSettings: strict),
        .target(name: "Arguments", dependencies: ["Escaping", "Posix"], swiftSettings: strict),
        .target(name: "Posix", dependencies: ["CPosix", "Escaping"], swiftSettings: strict),
        .target(name: "StrictJSON", dependencies: ["CRapidJSON", "Escaping"], swiftSettings: strict),
        .target(name: "Systemd", dependencies: ["CSystemd", "Escaping", "Posix"], swiftSettings: strict),
        .target(name: "TransitLinks", dependencies: ["CIDN2", "Escaping", "StrictJSON"], swiftSettings: strict),
        .target(name: "PropertyLists", dependencies: ["CPlist", "Escaping", "TransitLinks"], swiftSettings: strict),
        .target(name: "HTMLPages", dependencies: ["CGumbo"], swiftSettings: strict),
        .target(name: "QRCodes", dependencies: ["CPNG", "CQREncode"], swiftSettings: strict),
        .target(name: "LinkSpool", dependencies: ["Digests", "Escaping", "Posix"], swiftSettings: strict),
        .target(name: "Feeds", dependencies: ["CByteMarks", "Escaping"], swiftSettings: strict),
        .target(name: "FeedFiles", dependencies: ["CZip", "Escaping", "Feeds", "Posix"], swiftSettings: strict),
        .target(name: "Staging", dependencies: ["Escaping", "Posix"], swiftSettings: strict),
        .target(
            name: "Publishing", dependencies: ["CSite", "Digests", "Escaping", "Feeds", "QRCodes", "TransitLinks"],
            swiftSettings: strict),
        .target(
            name: "SignSheets",
            dependencies: ["CPangoCairo", "Configuration", "Escaping", "QRCodes", "StrictJSON"], swiftSettings: strict),
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
                "Arguments", "Configuration", "Digests", "Escaping", "FeedFiles", "Feeds", "HTMLPages", "LinkSpool", "Posix",
                "PropertyLists", "Publishing", "QRCodes", "Staging", "StrictJSON", "TransitLinks",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "transitlink-signs",
            dependencies: ["Arguments", "Configuration", "Escaping", "Posix", "QRCodes", "SignSheets"],
            swiftSettings: strict),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: relaxed),
        .testTarget(name: "DigestsTests", dependencies: ["Digests"], swiftSettings: relaxed),
        .testTarget(name: "PosixTests", dependencies: ["Escaping", "Posix", "TestSupport"], swiftSettings: relaxed),
        .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON", "TestSupport"], swiftSettings: relaxed),
        .testTarget(
            name: "TransitLinksTests", dependencies: ["PropertyLists", "TransitLinks", "StrictJSON", "TestSupport"],
            swiftSettings: relaxed),
        .executableTarget(
            name: "spool-probe", dependencies: ["LinkSpool", "Posix"], path: "Tests/SpoolProbe", swiftSettings: relaxed),
        .testTarget(
            name: "LinkSpoolTests", dependencies: ["LinkSpool", "Posix", "TestSupport", "spool-probe"],
            swiftSettings: relaxed),
        .executableTarget(
            name: "receiver-probe", dependencies: ["TransitLinks"], path: "Tests/ReceiverProbe", swiftSettings: relaxed),
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
        .executableTarget(
            name: "staging-probe", dependencies: ["Posix", "Staging"], path: "Tests/StagingProbe",
            swiftSettings: relaxed),
        .testTarget(
            name: "StagingTests", dependencies: ["Posix", "Staging", "TestSupport", "staging-probe"],
            swiftSettings: relaxed),
        .testTarget(
            name: "PublishingTests", dependencies: ["Feeds", "Publishing", "QRCodes", "TestSupport", "TransitLinks"],
            exclude: ["Golden"], swiftSettings: relaxed),
        .executableTarget(
            name: "site-maker", dependencies: ["Publishing", "QRCodes", "TestSupport", "TransitLinks"],
            path: "Tests/SiteMaker", swiftSettings: relaxed),
        .testTarget(
            name: "SignSheetsTests",
            dependencies: ["Configuration", "QRCodes", "SignSheets", "TestSupport"], swiftSettings: relaxed),
        .testTarget(
            name: "ToolTests", dependencies: ["Feeds", "transitlink", "transitlink-signs", "TestSupport", "spool-probe"],
            exclude: ["Golden"],
            swiftSettings: relaxed),

        .target(
            name: "BenchmarkSupport", dependencies: ["TransitLinks"], path: "Tests/Benchmarks/Support",
            swiftSettings: relaxed),
        .executableTarget(
            name: "links-bench", dependencies: ["BenchmarkSupport", "TransitLinks"], path: "Tests/Benchmarks/Links",
            swiftSettings: relaxed),
        .executableTarget(
            name: "requests-bench", dependencies: ["BenchmarkSupport", "TransitLinks"],
            path: "Tests/Benchmarks/Requests", swiftSettings: relaxed),
        .executableTarget(
            name: "batch-bench", dependencies: ["BenchmarkSupport", "Feeds", "Publishing", "TransitLinks"],
            path: "Tests/Benchmarks/Batch", swiftSettings: relaxed),
        .executableTarget(
            name: "spool-bench", dependencies: ["BenchmarkSupport", "CPosix"], path: "Tests/Benchmarks/Spool",
            swiftSettings: relaxed),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// libFuzzer brings `main`, so that this target links with its sanitizer only: `make fuzz` sets the variable. What a program
// reads is fuzzed as a module without that program's own `main`.
if Context.environment["TRANSITLINK_FUZZ"] != nil {
    let program = package.targets.first { $0.name == "transitlink" }
    package.targets.removeAll { $0.name == "transitlink" }
    package.products.removeAll()
    package.targets += [
        .target(
            name: "transitlink", dependencies: program?.dependencies ?? [], exclude: ["main.swift"], swiftSettings: strict),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "Configuration", "FeedFiles", "Feeds", "LinkSpool", "Posix", "PropertyLists", "SignSheets", "Staging",
                "StrictJSON", "TransitLinks", "transitlink",
            ],
            path: "Tests/Fuzzers/Targets", swiftSettings: relaxed + [.unsafeFlags(["-parse-as-library"])]),
    ]
}
