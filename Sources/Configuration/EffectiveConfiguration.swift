// EffectiveConfiguration: what `--check` prints: every setting as it is in force, as a file that could be used as it stands.

internal import TransitLinks

extension Configuration {
    /// JSON with a key a line, and a final newline.
    package var json: String {
        """
        {
          "spool": \(quoted(spool)),
          "regions": \(regions.map(quoted) ?? "null"),
          "regionsURL": \(quoted(regionsURL)),
          "region": \(region.json),
          "app": \(quoted(app)),
          "apps": \(quoted(apps)),
          "links": [\(list(LinkSelection.names.filter { links.contains($0.part) }.map(\.name)))],
          "walking": [\(list(walking.map(\.name)))],
          "ownLinks": \(ownLinks),
          "wayfinders": \(object(operatorLinks.wayfinders.map { (String($0.key.rawValue), quoted($0.value.text)) })),
          "agencyFares": \(object(operatorLinks.agencyFares.map { ($0.key, quoted($0.value)) })),
          "limits": {
            "requestBytes": \(limits.requestBytes),
            "lineBytes": \(limits.lineBytes),
            "fileBytes": \(limits.fileBytes),
            "depth": \(limits.depth),
            "idBytes": \(limits.idBytes)
          },
          "waiting": {
            "unfinishedSeconds": \(waiting.unfinishedSeconds),
            "settleSeconds": \(waiting.settleSeconds),
            "listingSeconds": \(waiting.listingSeconds),
            "flushSeconds": \(waiting.flushSeconds),
            "ignoredSuffixes": [\(list(waiting.ignoredSuffixes))]
          },
          "zoneinfo": \(quoted(zoneinfo)),
          "log": \(quoted(log.rawValue)),
          "metrics": \(metricsText)
        }

        """
    }

    private var ownLinks: String {
        object(
            operatorLinks.own.map {
                ($0.name, "{\"template\": \(quoted($0.template.text)), \"label\": \(quoted($0.label))}")
            })
    }

    /// Members in the order of their names.
    private func object(_ members: [(name: String, value: String)]) -> String {
        let sorted = members.sorted { $0.name < $1.name }
        return "{\(sorted.map { "\(quoted($0.name)): \($0.value)" }.joined(separator: ", "))}"
    }

    private var metricsText: String {
        switch metrics {
        case .runtimeDirectory: "null"
        case .off: quoted("off")
        case .file(let path): quoted(path)
        }
    }

    private func list(_ names: [String]) -> String { names.map(quoted).joined(separator: ", ") }

    private func quoted(_ text: String) -> String {
        var json = JSONWriter(capacity: 256)
        json.value(text)
        return json.bytes.text
    }
}

extension RegionChoice {
    var json: String {
        switch self {
        case .id(let id): String(id.rawValue)
        case .auto: "\"auto\""
        }
    }
}
