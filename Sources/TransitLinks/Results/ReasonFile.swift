// ReasonFile: what stands beside a refused request in failed/: its true name and why, as one line of JSON.

package struct ReasonFile {
    private let name: String
    private let errors: [RequestError]

    /// - Parameter name: the request's name in incoming/, escaped.
    package init(name: String, errors: [RequestError]) {
        self.name = name
        self.errors = errors
    }

    /// `{"name":"a.json","errors":[{"code":…,"field":…,"message":…}]}` and a final newline.
    package var bytes: [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.field("name", name)
        ResultWriter.writeErrors(errors, to: &json)
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }
}
