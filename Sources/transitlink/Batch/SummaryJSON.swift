// SummaryJSON: what a run made, for programs: one line of JSON on standard output with `--json`. Keys in this order, absent
// where there is nothing to say; the numbers are those of SummaryText.

internal import Arguments
internal import Feeds
internal import Staging
internal import TransitLinks

extension BatchSummary {
    var json: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.field("status", exitCode == .done ? "ok" : "incomplete")
        json.field("feed", options.feed)
        json.field("out", options.isDryRun ? nil : options.out)
        json.field("agency", agency.isEmpty ? nil : agency)
        writeRegion(to: &json)
        writeCounts(to: &json)
        writeFiles(to: &json)
        writeFailed(to: &json)
        writeNotices(to: &json)
        writeChanges(to: &json)
        json.endObject()
        json.endLine()
        return json.bytes.bytes
    }

    private func writeRegion(to json: inout JSONWriter) {
        guard let region else { return }
        json.key("region")
        json.beginObject()
        json.field("id", region.region.id.rawValue)
        json.field("name", region.region.name)
        json.field("outside", Int64(region.outside))
        json.endObject()
    }

    private func writeCounts(to json: inout JSONWriter) {
        json.key("stops")
        json.beginObject()
        json.field("linked", Int64(linked))
        json.field("refused", Int64(refused))
        json.field("notBoarded", Int64(rows - linked - refused - notChosen))
        json.field("notChosen", Int64(notChosen))
        json.endObject()
        guard let trips else { return }
        json.key("trips")
        json.beginObject()
        json.field("from", "\(trips.days.lowerBound)")
        json.field("to", "\(trips.days.upperBound)")
        json.field("trips", Int64(trips.trips))
        json.field("boardings", Int64(trips.boardings))
        json.field("refused", Int64(trips.refused))
        json.endObject()
    }

    private func writeFiles(to json: inout JSONWriter) {
        json.key("files")
        json.beginArray()
        for made in made {
            json.beginObject()
            // A file that is there: people are told of the site as a whole.
            json.field("name", made.name == BatchFormat.html.madeName ? "index.html" : made.name)
            json.field("files", Int64(made.files))
            json.field("bytes", Int64(made.bytes))
            json.endObject()
        }
        json.endArray()
    }

    private func writeFailed(to json: inout JSONWriter) {
        if failed.isEmpty { return }
        json.key("failed")
        json.beginArray()
        for output in failed {
            json.beginObject()
            json.field("name", output.name)
            json.field("reason", output.reasons.isEmpty ? nil : output.reasons.joined(separator: "; "))
            json.field("kept", output.isKept)
            json.endObject()
        }
        json.endArray()
    }

    private func writeNotices(to json: inout JSONWriter) {
        json.key("notices")
        json.beginArray()
        for kind in notices {
            json.beginObject()
            json.field("code", kind.code.rawValue)
            json.field("count", Int64(kind.count))
            json.field("first", kind.first.sentence)
            json.endObject()
        }
        json.endArray()
    }

    private func writeChanges(to json: inout JSONWriter) {
        if staged == nil, stopChanges == nil { return }
        json.key("changes")
        json.beginObject()
        if let stopChanges {
            json.field("came", Int64(stopChanges.count(.came)))
            json.field("went", Int64(stopChanges.count(.went)))
            json.field("moved", Int64(stopChanges.count(.moved)))
            json.field("renamed", Int64(stopChanges.count(.renamed)))
        }
        writeFileChanges(to: &json)
        json.endObject()
    }

    private func writeFileChanges(to json: inout JSONWriter) {
        guard let staged else { return }
        json.field("written", Int64(staged.counts.written))
        json.field("unchanged", Int64(staged.counts.unchanged))
        json.field("removed", Int64(staged.counts.removed))
        json.field("foreign", Int64(staged.foreignCount))
    }
}
