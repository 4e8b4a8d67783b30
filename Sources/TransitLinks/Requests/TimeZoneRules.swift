public struct TimeZoneRules: Sendable { func epochSeconds(ofLocalSeconds local: Int64) -> Int64 { local } }
