// RackQuery: a query as Rack and Rails read it: split at `&`, names and values decoded with `+` as a space, the last of several
// wins, brackets in a name nest (`a[b]=1`, `a[]=1`). A `%` that is no escape, bytes that are no UTF-8, and names that want one
// parameter to be of two kinds are answered 400 before any page is asked.

struct RackQuery {
    private indirect enum Value {
        /// nil without `=`.
        case text([UInt8]?)
        case list([Value])
        case hash(Hash)

        var isAbsent: Bool { if case .text(nil) = self { true } else { false } }
    }

    private typealias Hash = [[UInt8]: Value]

    /// So deep may names nest; a deeper one is refused.
    private static let deepest = 100
    /// So many `&` are refused, whatever stands between them.
    private static let most = 4096

    private var parameters: Hash = [:]

    /// - Throws: `badQuery`.
    init(_ bytes: Span<UInt8>, _ query: Range<Int>?) throws(ReceiverRule) {
        guard let query else { return }
        guard query.count(where: { bytes[$0] == UInt8(ascii: "&") }) < Self.most else { throw .badQuery }
        for pair in Self.pairs(bytes, query) {
            let name = try Self.decoded(bytes, pair.name)
            guard Self.isUTF8(name) else { throw .badQuery }
            let value: [UInt8]? = if let range = pair.value { try Self.decoded(bytes, range) } else { nil }
            if !name.contains(where: Self.isBracket) {
                if !name.isEmpty { parameters[name] = .text(value) }
            } else if case .hash(let all)? = try Self.put(name, value, into: parameters, depth: Self.deepest) {
                parameters = all
            }
        }
        // Of a value that another has replaced nothing is asked.
        guard Self.isUTF8(.hash(parameters)) else { throw .badQuery }
    }

    /// Throws what the initializer would throw, and copies nothing where the query has neither escapes nor brackets.
    static func check(_ bytes: Span<UInt8>, _ query: Range<Int>) throws(ReceiverRule) {
        let odd = bytes.firstIndex(in: query) { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "[") || $0 >= 0x80 }
        if odd < query.upperBound || query.count >= most { _ = try RackQuery(bytes, query) }
    }

    /// The parameter's value, nil where it is absent, has no `=`, or is a list or a hash.
    func text(_ name: String) -> String? {
        guard case .text(let value?)? = parameters[Array(name.utf8)] else { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    private static func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(ReceiverRule) -> [UInt8] {
        if PercentDecoding.hasBadEscape(bytes, at: range) { throw .badQuery }
        return PercentDecoding.bytes(bytes, at: range, plusIsSpace: true)
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    private static func isUTF8(_ value: Value) -> Bool {
        switch value {
        case .text(let bytes): bytes.map(isUTF8) ?? true
        case .list(let values): values.allSatisfy(isUTF8)
        case .hash(let hash): hash.values.allSatisfy(isUTF8)
        }
    }

    /// Each `name=value`, undecoded; blanks behind an `&` belong to it.
    private static func pairs(_ bytes: Span<UInt8>, _ query: Range<Int>) -> [QueryItem] {
        var pairs: [QueryItem] = []
        var at = query.lowerBound
        while at < query.upperBound {
            let end = bytes.firstIndex(in: at..<query.upperBound) { $0 == UInt8(ascii: "&") }
            let equals = bytes.firstIndex(in: at..<end) { $0 == UInt8(ascii: "=") }
            if at < end { pairs.append(QueryItem(name: at..<equals, value: equals < end ? equals + 1..<end : nil)) }
            at = bytes.firstIndex(in: min(end + 1, query.upperBound)..<query.upperBound) { $0 != UInt8(ascii: " ") }
        }
        return pairs
    }
}

// MARK: Brackets

extension RackQuery {
    /// Puts one parameter where its name says.
    /// - Returns: what stands there then; nil where the name is nothing but brackets.
    /// - Throws: `badQuery` where a parameter of another kind stands there.
    private static func put(
        _ name: [UInt8], _ value: [UInt8]?, into hash: Hash, depth: Int
    ) throws(ReceiverRule) -> Value? {
        if depth <= 0 { throw .badQuery }
        guard let (key, rest) = split(name) else {
            return value != nil && name.elementsEqual("[]".utf8) ? .list([.text(value)]) : nil
        }
        var hash = hash
        if rest.isEmpty {
            hash[key] = .text(value)
        } else if rest.elementsEqual("[".utf8) {
            hash[name] = .text(value)
        } else if rest.starts(with: "[]".utf8) {
            hash[key] = .list(try list(at: key, of: hash, appending: value, child: child(of: rest), depth: depth))
        } else {
            var inner: Hash = [:]
            if let there = hash[key], !there.isAbsent {
                guard case .hash(let known) = there else { throw .badQuery }
                inner = known
            }
            hash[key] = try put(rest, value, into: inner, depth: depth - 1) ?? .text(nil)
        }
        return .hash(hash)
    }

    /// `a[b]` into `a` and `[b]`, and `[b][c]` into `b` and `[c]`; nil for nothing but brackets.
    private static func split(_ name: [UInt8]) -> (key: [UInt8], rest: [UInt8])? {
        let start = name.drop(while: isBracket)
        let key = start.prefix { !isBracket($0) }
        if key.isEmpty { return nil }
        return (Array(key), Array(name[key.endIndex...].drop { $0 == UInt8(ascii: "]") }))
    }

    private static func isBracket(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") }

    /// `b` of `[][b]`, and what follows `[]` otherwise.
    private static func child(of rest: [UInt8]) -> [UInt8] {
        let inner = Array(rest.dropFirst(2))
        if inner.count > 2, inner.first == UInt8(ascii: "["), inner.last == UInt8(ascii: "]"),
            !inner.dropFirst().dropLast().contains(where: isBracket)
        {
            return Array(inner.dropFirst().dropLast())
        }
        return inner
    }

    private static func list(
        at key: [UInt8], of hash: Hash, appending value: [UInt8]?, child: [UInt8], depth: Int
    ) throws(ReceiverRule) -> [Value] {
        var list: [Value] = []
        if let there = hash[key], !there.isAbsent {
            guard case .list(let known) = there else { throw .badQuery }
            list = known
        }
        if child.isEmpty { return list + [.text(value)] }
        if case .hash(let last)? = list.last, !has(child, in: last) {
            if let changed = try put(child, value, into: last, depth: depth - 1), case .hash = changed {
                list[list.count - 1] = changed
            }
            return list
        }
        return list + [try put(child, value, into: [:], depth: depth - 1) ?? .text(nil)]
    }

    private static func has(_ name: [UInt8], in hash: Hash) -> Bool {
        if name.indices.dropLast().contains(where: { name[$0...($0 + 1)].elementsEqual("[]".utf8) }) { return false }
        var value = Value.hash(hash)
        for part in name.split(whereSeparator: isBracket) {
            guard case .hash(let hash) = value, let next = hash[Array(part)] else { return false }
            value = next
        }
        return true
    }
}
