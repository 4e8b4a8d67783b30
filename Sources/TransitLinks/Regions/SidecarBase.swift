public struct SidecarBase: Sendable, Hashable {}
