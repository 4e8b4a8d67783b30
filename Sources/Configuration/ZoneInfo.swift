// ZoneInfo: the system's time zones, a TZif file each below one folder (Debian's tzdata: /usr/share/zoneinfo).

internal import Posix
package import TransitLinks

extension TimeZoneDatabase {
    /// 1 MiB: the largest file of tzdata 2025 has 4 KiB.
    private static var maximumBytes: Int { 1024 * 1024 }

    /// Zones below `folder`.
    package init(folder: String) {
        self.init { name throws(TimeZoneError) in
            do throws(SystemError) {
                return try WholeFile.read("\(folder)/\(name)", limit: Self.maximumBytes)
            } catch {
                switch error.errno {
                case .noEntry, .notDirectory, .isDirectory: throw .unknown(name)
                default: throw .unreadable(name, reason: "\(error)")
                }
            }
        }
    }
}
