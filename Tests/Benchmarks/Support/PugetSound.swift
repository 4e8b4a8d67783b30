// PugetSound: the region and the app whose links are measured: one with a sidecar, a fare app, and an app for both systems.

import TransitLinks

public enum PugetSound {
    public static func region() throws -> Region {
        Region(
            id: RegionID(rawValue: 1), name: "Puget Sound", sidecar: try SidecarBase("https://sidecar.onebusaway.org"),
            obaBaseURL: "https://api.pugetsound.onebusaway.org/", language: "en_US",
            fareApp: FareApp(iOSScheme: "co.bytemark.tgt", appStoreID: "1131345078", androidPackage: "co.bytemark.tgt"))
    }

    public static let app = AppProfile(
        name: "onebusaway", scheme: "onebusaway", bundleIdentifier: "org.onebusaway.iphone", appStoreID: "329380089",
        androidPackage: "com.joulespersecond.seattlebusbot", suggestedInvocationPhrase: "Show me my bus")
}
