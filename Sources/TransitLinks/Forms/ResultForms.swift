// ResultForms: requests to results with one configuration, from forms that are learned as their shapes come up. What has no
// shape, or an ID that is not plain, is written by `ResultWriter`, as the examples of the forms are: it is the slow twin
// that tests compare with. Tests/Benchmarks/Links has the figures.

package struct ResultForms: ~Copyable {
    /// 64 forms of 3 KB each: a producer has a handful of shapes, and one that has hundreds only learns more often.
    private static let limit = 64

    private let settings: LinkSettings
    /// A shape of which none can be learned has no form.
    private var forms: [(shape: ResultShape, form: ResultForm?)] = []
    /// The place of the form that was used last, and of the one that gives way next.
    private var last = 0
    private var oldest = 0
    private var values = ResultValues()
    /// Whether forms are learned by `learn` alone: to learn one takes as long as twenty results, and a process that ends inside of
    /// a request's judgement puts the blame on that request.
    private let defersLearning: Bool
    private var pending: (shape: ResultShape, links: LinkSet)?
    /// Results that were written from a form.
    private(set) var written = 0

    package init(_ settings: LinkSettings, defersLearning: Bool = false) {
        self.settings = settings
        self.defersLearning = defersLearning
    }

    /// For requests of one region and app, as a batch's are: where they name neither, none of them is refused.
    package init(region: Region, app: AppProfile, selection: LinkSelection = .all, walking: [WalkingVendor]) {
        self.init(
            LinkSettings(
                directory: RegionDirectory(regions: [region]), currentRegion: .id(region.id), app: app, links: selection,
                walking: walking))
    }

    /// Appends the result of `request`, a line.
    /// - Returns: the request's region, or, with nothing written, every reason why it is refused.
    package mutating func write(
        _ request: borrowing ShareRequest, to json: inout JSONWriter
    ) -> Result<RegionID, RequestErrors> {
        guard let shape = ResultShape(request, settings) else { return writeSlowly(request, nil, to: &json) }
        guard let place = place(of: shape) else { return writeSlowly(request, shape, to: &json) }
        last = place
        guard let form = forms[place].form, values.take(request) else { return writeSlowly(request, nil, to: &json) }
        form.write(values, to: &json.bytes)
        written &+= 1
        return .success(shape.region)
    }

    private func place(of shape: ResultShape) -> Int? {
        if last < forms.count, forms[last].shape == shape { return last }
        return forms.firstIndex { $0.shape == shape }
    }

    /// - Parameter shape: to learn the form of, nil when that is known.
    private mutating func writeSlowly(
        _ request: borrowing ShareRequest, _ shape: ResultShape?, to json: inout JSONWriter
    ) -> Result<RegionID, RequestErrors> {
        switch settings.links(for: copy request) {
        case .success(let links):
            ResultWriter.write(links, to: &json)
            if let shape { note(shape, of: links) }
            return .success(links.region.id)
        case .failure(let errors): return .failure(errors)
        }
    }

    private mutating func note(_ shape: ResultShape, of links: LinkSet) {
        if defersLearning { pending = (shape, links) } else { learn(shape, of: links) }
    }

    /// Learns the form that was last missed.
    package mutating func learn() {
        guard let (shape, links) = pending.take() else { return }
        learn(shape, of: links)
    }

    private mutating func learn(_ shape: ResultShape, of links: LinkSet) {
        let entry = (shape, ResultForm(of: links))
        if forms.count < Self.limit {
            forms.append(entry)
        } else {
            forms[oldest] = entry
            oldest = (oldest + 1) % Self.limit
        }
    }
}
