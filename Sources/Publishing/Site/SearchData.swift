// SearchData: what the search of a site looks through, in files that hand their stops to the script: a page on a disk may
// load a script but read no file. One array a stop, in the order of the list:
// [name, number, file name, platform, note, latitude, longitude], the last two as hundred-thousandths of a degree or absent.

internal import TransitLinks

extension SiteIndex {
    func writeSearchFile(_ file: Int, to out: inout ByteWriter) {
        out.append(literal: "addStops([\n")
        let stops = stops(inSearchFile: file)
        for stop in stops {
            write(entries.rows[stop], to: &out)
            out.append(literal: stop + 1 == stops.upperBound ? "\n" : ",\n")
        }
        out.append(literal: "]);\n")
    }

    private func write(_ row: SiteEntries.Row, to out: inout ByteWriter) {
        out.append(literal: "[")
        for (index, range) in [row.nameRange, row.codeRange, row.stemRange, row.platformRange, row.noteRange].enumerated() {
            out.append(literal: index == 0 ? "\"" : ",\"")
            out.appendJSONEscaped(String(decoding: entries.bytes[range], as: UTF8.self))
            out.append(literal: "\"")
        }
        if let place = row.place {
            out.append(literal: ",")
            out.append(decimal: Int64(place.latitude))
            out.append(literal: ",")
            out.append(decimal: Int64(place.longitude))
        }
        out.append(literal: "]")
    }
}
