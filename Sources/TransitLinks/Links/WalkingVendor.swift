public struct WalkingVendor: Sendable, Hashable {}
