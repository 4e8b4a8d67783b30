// AppPropertyLists: what an app's project holds so that links open it: the entitlement's domains, and the parts of Info.plist
// that belong to links. Both are fragments, as property lists of their own: Xcode merges them, or a person does.

extension AppProfile {
    /// `canOpenURL` answers no for every scheme behind the 50th of `LSApplicationQueriesSchemes`.
    public static var maximumQueriedSchemes: Int { 50 }

    /// The entitlement: each domain for universal links and for pages that hand off to the app.
    /// - Parameter developer: asks devices in developer mode to fetch the association file from the domain itself and not from
    ///   Apple's cache. Not for the store.
    /// - Throws: `AssociationFilesError` without a domain, or when one holds what XML forbids.
    public func entitlements(developer: Bool = false) throws(AssociationFilesError) -> [UInt8] {
        guard !associatedDomains.isEmpty else {
            throw AssociationFilesError(key: "associatedDomains", message: "none; there is nothing to be entitled to")
        }
        var list = PropertyListWriter()
        list.beginObject()
        list.key("com.apple.developer.associated-domains")
        Self.write(entitledDomains.map { developer ? "\($0)?mode=developer" : $0 }, to: &list)
        list.endObject()
        return try Self.finish(list)
    }

    /// `applinks:…` of all domains, then `activitycontinuation:…`.
    var entitledDomains: [String] {
        ["applinks", "activitycontinuation"].flatMap { service in associatedDomains.map { "\(service):\($0)" } }
    }

    /// The parts of Info.plist: the scheme, where the system and where the app's own code look for it; the activity types;
    /// the schemes that the app asks for.
    /// - Throws: `AssociationFilesError` when a value holds what XML forbids.
    public func infoPropertyList(regions: [Region]) throws(AssociationFilesError) -> [UInt8] {
        var list = PropertyListWriter()
        list.beginObject()
        list.key("CFBundleURLTypes")
        list.beginArray()
        list.beginObject()
        list.key("CFBundleTypeRole")
        list.value(literal: "Editor")
        list.key("CFBundleURLName")
        list.value(bundleIdentifier)
        list.key("CFBundleURLSchemes")
        Self.write([scheme], to: &list)
        list.endObject()
        list.endArray()
        list.key("LSApplicationQueriesSchemes")
        Self.write(Self.queriedSchemes(of: regions), to: &list)
        list.key("NSUserActivityTypes")
        Self.write(activityTypes, to: &list)
        list.key("OBAKitConfig")
        list.beginObject()
        list.key("ExtensionURLScheme")
        list.value(scheme)
        list.endObject()
        list.endObject()
        return try Self.finish(list)
    }

    private static func finish(_ list: consuming PropertyListWriter) throws(AssociationFilesError) -> [UInt8] {
        do throws(PropertyListError) {
            return try list.finish()
        } catch { throw AssociationFilesError(key: "", message: error.sentence) }
    }

    private static func write(_ texts: [String], to list: inout PropertyListWriter) {
        list.beginArray()
        for text in texts { list.value(text) }
        list.endArray()
    }

    /// What the app asks for with `canOpenURL`: the fare apps of the regions, in the directory's order, which nothing
    /// replaces, then the map app.
    static func queriedSchemes(of regions: [Region]) -> [String] {
        var seen: Set<String> = []
        return (regions.compactMap(\.fareApp.iOSScheme) + ["comgooglemaps"]).filter { scheme in
            seen.insert(scheme.lowercased()).inserted
        }
    }
}
