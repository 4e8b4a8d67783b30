// ServicePeriod: from which day to which a feed has service, by calendar.txt and calendar_dates.txt: the first and the last
// day on which any service runs. What feed_info.txt says of the feed is often narrower or wider. A date of 1990…2099, the years that
// links reach; others are placeholders.

package struct ServicePeriod: Sendable, Equatable {
    /// The first and the last day with service.
    package let days: ClosedRange<ServiceDay>
    /// The file that has the last day.
    package let file: String

    private static let years = 7_305...47_481

    /// Reads both files, silently: whoever reads them for their trips hears what is odd in them.
    /// - Returns: nil where the feed has neither file, or neither can be read, or no service runs on any day.
    package init?(of tables: any FeedTables) {
        var calendar = Weeks()
        do throws(FeedError) {
            if let source = try tables.table(CalendarFile.name) { try calendar.read(CalendarFile(source) { _ in }) }
            if let source = try tables.table(ExceptionFile.name) { try calendar.read(ExceptionFile(source) { _ in }) }
        } catch { return nil }
        guard let (first, last) = calendar.period(in: Self.years) else { return nil }
        days = ServiceDay(daysSinceEpoch: first)...ServiceDay(daysSinceEpoch: last)
        file = calendar.isAdded(last) ? ExceptionFile.name : CalendarFile.name
    }

    /// How many services run on each day, as changes from day to day: a row costs the same however long its period is.
    private struct Weeks {
        private struct Service {
            let period: ClosedRange<ServiceDay>
            let weekdays: UInt8

            func runs(on day: ServiceDay) -> Bool { period.contains(day) && weekdays >> UInt8(day.weekday) & 1 == 1 }
        }

        private var bytes: [UInt8] = []
        private var ids = KeyTable()
        /// By index in `ids`; nil for a service that calendar.txt hasn't.
        private var services: [Service?] = []
        /// By day: how many services run more on it, or fewer, than calendar.txt says. Two rows for one service and day, which
        /// GTFS forbids, both count.
        private var exceptions: [Int: Int] = [:]

        private mutating func service(_ id: Range<Int>, in table: borrowing CSVTable) throws(FeedError) -> Int {
            let key = try TableText.append(table.bytes.span.extracting(id), to: &bytes, file: table.file)
            let service = ids.insert(key, in: bytes)
            if service.isNew { services.append(nil) } else { bytes.removeLast(id.count) }
            return service.index
        }

        mutating func read(_ file: consuming CalendarFile) throws(FeedError) {
            while try file.next() {
                guard let id = file.serviceID, let period = file.period else { continue }
                let service = try service(id, in: file.table)
                if services[service] == nil { services[service] = Service(period: period, weekdays: file.weekdays) }
            }
        }

        mutating func read(_ file: consuming ExceptionFile) throws(FeedError) {
            while try file.next() {
                guard let id = file.serviceID, let day = file.date, let runs = file.runs else { continue }
                let ran = try services[service(id, in: file.table)]?.runs(on: day) ?? false
                if ran != runs { exceptions[day.daysSinceEpoch, default: 0] += runs ? 1 : -1 }
            }
        }

        func isAdded(_ day: Int) -> Bool { exceptions[day] ?? 0 > 0 }

        /// The first and the last day of `range` with service.
        func period(in range: ClosedRange<Int>) -> (Int, Int)? {
            // By weekday: how many services begin on the day, less those that ended on the day before.
            var changes = [[Int]](repeating: [Int](repeating: 0, count: range.count + 1), count: 7)
            for service in services.compactMap({ $0 }) {
                let first = max(service.period.lowerBound.daysSinceEpoch, range.lowerBound)
                let last = min(service.period.upperBound.daysSinceEpoch, range.upperBound)
                guard first <= last else { continue }
                for weekday in 0..<7 where service.weekdays >> UInt8(weekday) & 1 == 1 {
                    changes[weekday][first - range.lowerBound] += 1
                    changes[weekday][last + 1 - range.lowerBound] -= 1
                }
            }
            var running = [Int](repeating: 0, count: 7)
            var found: (Int, Int)?
            for day in range {
                for weekday in 0..<7 { running[weekday] += changes[weekday][day - range.lowerBound] }
                let count = running[ServiceDay(daysSinceEpoch: day).weekday] + (exceptions[day] ?? 0)
                if count > 0 { found = (found?.0 ?? day, day) }
            }
            return found
        }
    }
}
