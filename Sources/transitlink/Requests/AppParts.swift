// AppParts: the parts of an app that `transitlink app` is given: a profile by name or file, association files, property
// lists. It reads; what the parts say to one another is AppReview's.

internal import Arguments
internal import Configuration
internal import Escaping
internal import Posix
internal import PropertyLists
internal import TransitLinks

enum AppParts {
    /// 16 MiB: what is too long for Apple is still read, so that its length can be told.
    private static let maximumBytes = 16 << 20

    /// Directory and profiles. No region is current here, so none has to be in the directory.
    static func configuration(_ arguments: ParsedArguments) throws(Failure) -> LinkSettings {
        try LoadedConfiguration.load(arguments, needsCurrentRegion: false).links
    }

    /// A word with `.` or `/`, which no profile's name has, is a file.
    static func profile(_ name: String, _ arguments: ParsedArguments) throws(Failure) -> AppProfile {
        if name.utf8.contains(UInt8(ascii: ".")) || name.utf8.contains(UInt8(ascii: "/")) {
            let bytes = try bytes(name)
            do throws(ConfigurationError) {
                return try AppProfile(decoding: bytes, source: name)
            } catch { throw Failure(.badData, error.faults.map(\.description)) }
        }
        let apps = try configuration(arguments).apps
        if let profile = apps[name] { return profile }
        let hint = Spelling.hint(for: name, known: apps.keys.sorted())
        throw Failure(.noInput, "\(Printable.quoted(name)) is no app profile; \(hint)")
    }

    static func bytes(_ path: String) throws(Failure) -> [UInt8] {
        do throws(SystemError) {
            return try WholeFile.read(path, limit: maximumBytes)
        } catch { throw .input(error) }
    }

    static func propertyList(_ path: String?) throws(Failure) -> (name: String, value: PropertyListValue)? {
        guard let path else { return nil }
        let bytes = try bytes(path)
        do throws(PropertyListReadingError) {
            return (Printable.escaped(path), try PropertyListValue(decoding: bytes))
        } catch { throw Failure(.badData, "\(Printable.escaped(path)): \(error)") }
    }

    // MARK: - Association files

    /// The file at `path` for all domains; with a folder, one for each, named after it; without either, the profile's own.
    static func associations(
        of profile: AppProfile, _ regions: [Region], _ path: String?
    ) throws(Failure) -> [AppReview.AssociationSource] {
        guard let path else { return generated(for: profile, regions) }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try WholeFile.read(path, limit: maximumBytes)
        } catch {
            guard error.errno == .isDirectory else { throw .input(error) }
            var sources: [AppReview.AssociationSource] = []
            for domain in profile.associatedDomains { sources.append(try association(of: domain, in: path)) }
            return sources
        }
        return [.init(name: Printable.escaped(path), domains: profile.associatedDomains, file: decoded(bytes))]
    }

    static func assetLinks(_ path: String?) throws(Failure) -> AppReview.AssetLinksSource? {
        guard let path else { return nil }
        let bytes = try bytes(path)
        do throws(AssociationFileError) {
            return .init(name: Printable.escaped(path), file: .success(try AssetLinks(decoding: bytes)))
        } catch { return .init(name: Printable.escaped(path), file: .failure(error)) }
    }

    private static func generated(
        for profile: AppProfile, _ regions: [Region]
    ) -> [AppReview.AssociationSource] {
        do throws(AssociationFilesError) {
            let bytes = try profile.appleAppSiteAssociation(regions: regions)
            return [.init(name: "file as generated", domains: profile.associatedDomains, file: decoded(bytes))]
        } catch { return [] }
    }

    private static func association(
        of domain: String, in folder: String
    ) throws(Failure) -> AppReview.AssociationSource {
        for path in ["\(folder)/\(domain)", "\(folder)/\(domain).json"] {
            do throws(SystemError) {
                let bytes = try WholeFile.read(path, limit: maximumBytes)
                return .init(name: Printable.escaped(path), domains: [domain], file: decoded(bytes))
            } catch {
                if error.errno != .noEntry { throw .input(error) }
            }
        }
        return .init(name: domain, domains: [domain], file: nil)
    }

    private static func decoded(_ bytes: [UInt8]) -> Result<AppleAppSiteAssociation, AssociationFileError> {
        do throws(AssociationFileError) {
            return .success(try AppleAppSiteAssociation(decoding: bytes))
        } catch { return .failure(error) }
    }
}
