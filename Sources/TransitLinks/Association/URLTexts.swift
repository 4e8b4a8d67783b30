// URLTexts: a URL's parts in the forms that rules ask for: with letter case or without, as written or percent-decoded. Each
// form is made once, however many rules look at it.

struct URLTexts {
    enum Part: Hashable { case path, query, fragment }

    private struct Form: Hashable {
        let caseSensitive: Bool
        let percentEncoded: Bool

        init(_ rule: AssociationRule) {
            caseSensitive = rule.caseSensitive
            percentEncoded = rule.percentEncoded
        }

        func text(_ written: some StringProtocol) -> String {
            percentEncoded ? String(written) : PercentEncoding.decoded(written)
        }
    }

    private struct Key: Hashable {
        let part: Part
        let form: Form
    }

    private let url: WebURL
    private var texts: [Key: MatchedText] = [:]
    private var items: [Form: [[UInt8]: [MatchedText]]] = [:]

    init(_ url: WebURL) { self.url = url }

    /// A whole part; the path without the slashes at its end.
    mutating func text(of part: Part, for rule: AssociationRule) -> MatchedText {
        let key = Key(part: part, form: Form(rule))
        if let text = texts[key] { return text }
        let text = MatchedText(written(part, key.form), caseSensitive: rule.caseSensitive)
        texts[key] = text
        return text
    }

    private func written(_ part: Part, _ form: Form) -> String {
        switch part {
        case .path: PathPattern.withoutEnd(form.text(url.path))
        case .query: form.text(url.query)
        case .fragment: form.text(url.fragment)
        }
    }

    /// The values of the query's items called `name`, byte for byte; one empty value where there is none.
    mutating func values(of name: String, for rule: AssociationRule) -> [MatchedText] {
        let form = Form(rule)
        let items = items[form] ?? allItems(form)
        self.items[form] = items
        return items[Array(name.utf8)] ?? [MatchedText("", caseSensitive: true)]
    }

    private func allItems(_ form: Form) -> [[UInt8]: [MatchedText]] {
        var items: [[UInt8]: [MatchedText]] = [:]
        for (name, value) in url.queryItems {
            let text = MatchedText(form.text(value), caseSensitive: form.caseSensitive)
            items[Array(form.text(name).utf8), default: []].append(text)
        }
        return items
    }
}
