// BatchCommand: `transitlink batch`: everything that an agency's site or sign shop needs, from a whole GTFS feed.

internal import Arguments
internal import Configuration

extension Command {
    static let batch = Command(
        name: "batch", summary: "a whole GTFS feed: links, site, QR codes and signs of every stop",
        usage: ["FEED --out DIR [OPTION…]"],
        explanation: """
            Makes the links of every stop of FEED, a GTFS zip or folder, that riders board
            at. DIR is replaced as a whole; files that did not change stay. What is odd in
            the feed is listed in notices.csv there.
            """,
        options: [
            CommandLineOption("out", .required("DIR"), "folder of the results: a new one, or one of an earlier run"),
            CommandLineOption("format", .required("LIST"), "of \(BatchFormat.names); csv"),
            CommandLineOption("agency", .required("ID"), "whose stops they are, where the feed does not say it"),
            CommandLineOption("site-url", .required("URL"), "where the pages of html and sitemap will be"),
            CommandLineOption("dry-run", "the summary alone; nothing is written"),
        ],
        groups: [
            OptionGroup(
                "some of the stops, some of the links",
                [
                    CommandLineOption("only", .required("FILE"), "stop IDs, a line each, or a CSV with stop_id"),
                    CommandLineOption("route", .required("ID,…"), "stops that these routes serve"),
                    CommandLineOption("bounds", .required("S,W,N,E"), "stops in a rectangle, degrees"),
                    CommandLineOption("limit", .required("N"), "the first so many"),
                    CommandLineOption("links", .required("LIST"), "of web,app,android,walking,fare,handoff,store"),
                    CommandLineOption("walking", .required("LIST"), "map apps: apple,google,geo,osm,organic,…"),
                ]),
            OptionGroup(
                "every trip at every stop, too",
                [
                    CommandLineOption("trips", "trips.csv, trips.ndjson: every boarding on the service days"),
                    CommandLineOption("date", .required("DATE"), "one service day, also today, tomorrow"),
                    CommandLineOption("from", .required("DATE"), "the first of several"),
                    CommandLineOption("to", .required("DATE"), "the last of them"),
                ]),
            OptionGroup(
                "QR codes and signs",
                [
                    CommandLineOption("qr-level", .required("L|M|Q|H"), "error correction"),
                    CommandLineOption("qr-module", .required("PX"), "pixels a module"),
                    CommandLineOption("qr-images", .required("LIST"), "of svg,png"),
                    CommandLineOption("sign-size", .required("SIZE"), "paper"),
                    CommandLineOption("sign-sheet", .required("SIZE"), "several signs on a sheet of paper"),
                    CommandLineOption("sign-bleed", .required("LENGTH"), "colour runs over the cut"),
                    CommandLineOption("sign-marks", "marks for the knife"),
                    CommandLineOption("sign-template", .required("FILE"), "looks"),
                ]),
            OptionGroup(
                "reading and writing",
                [
                    CommandLineOption("combined", "the feed's IDs have their agency already"),
                    CommandLineOption("encoding", .required("NAME"), "of the feed's texts"),
                    CommandLineOption("threads", .required("N"), "as many as processors"),
                    CommandLineOption("temp", .required("DIR"), "for sorting stop times"),
                    CommandLineOption("no-flush", "don't wait for the disk"),
                    CommandLineOption("force", "of the wrong region, or of few of the last run's stops, too"),
                    CommandLineOption("json", "the summary as a line of JSON"),
                ]),
        ],
        common: ["config", "regions", "region", "app"]
    ) { arguments, output throws(Failure) in
        let options: BatchOptions
        do throws(UsageError) { options = try BatchOptions(arguments) } catch { throw Failure(error) }
        let loaded = try LoadedConfiguration.load(arguments)
        var run = BatchRun(options, loaded)
        return try run.make(&output)
    }
}
