// ServiceCalendar: on which days of a range each service runs: calendar.txt, then the exceptions of calendar_dates.txt in
// the order of the file, as CalendarServiceDataFactoryImpl (OneBusAway/onebusaway-gtfs-modules) applies them. Either file
// may be absent. When a day begins, in which time zone, isn't known here.

package struct ServiceCalendar: Sendable {
    /// A year: what a feed covers at most as a rule. Every day more costs each service a bit.
    package static let mostDays = 366

    /// The days that were asked for.
    package let days: ClosedRange<ServiceDay>
    private var bytes: [UInt8] = []
    private var services = KeyTable()
    /// A bit a day and service: `words` numbers for each service.
    private var running: [UInt64] = []
    private let words: Int

    /// - Parameter days: at most `mostDays`.
    /// - Throws: `missingFile` where the feed has neither file; `missingColumn`; of the tables.
    package init(
        of tables: any FeedTables, days: ClosedRange<ServiceDay>, notices: @escaping NoticeSink
    ) throws(FeedError) {
        let count = days.lowerBound.days(to: days.upperBound) + 1
        guard count <= Self.mostDays else {
            throw .tooLarge("\(count) service days are more than \(Self.mostDays): give a shorter --from and --to")
        }
        self.days = days
        words = (count + 63) / 64
        let weeks = try tables.table(CalendarFile.name)
        let exceptions = try tables.table(ExceptionFile.name)
        if weeks == nil, exceptions == nil {
            throw .missingFile("\(CalendarFile.name) or \(ExceptionFile.name)", found: tables.fileNames)
        }
        if let weeks { try read(CalendarFile(weeks, notices)) }
        if let exceptions { try read(ExceptionFile(exceptions, notices)) }
    }

    /// The service of that ID, or nil where neither file names it.
    package func service(_ id: Span<UInt8>) -> Int? { services.index(of: id, in: bytes) }

    /// Whether the service runs on the day, which must be one of `days`.
    package func runs(_ service: Int, on day: ServiceDay) -> Bool { bit(service, days.lowerBound.days(to: day)) }

    /// Whether any service runs on any of the days.
    package var hasService: Bool { running.contains { $0 != 0 } }

    /// Whether the service runs on any of the days.
    package func runsAtAll(_ service: Int) -> Bool {
        running[service * words..<(service + 1) * words].contains { $0 != 0 }
    }

    /// The days on which the service runs, in order.
    package func days(of service: Int) -> [ServiceDay] {
        (0...days.lowerBound.days(to: days.upperBound)).filter { bit(service, $0) }
            .map { ServiceDay(daysSinceEpoch: days.lowerBound.daysSinceEpoch + $0) }
    }

    private func bit(_ service: Int, _ day: Int) -> Bool { running[service * words + day / 64] >> UInt64(day % 64) & 1 == 1 }

    private mutating func set(_ service: Int, _ day: Int, to runs: Bool) {
        let mask: UInt64 = 1 << UInt64(day % 64)
        if runs { running[service * words + day / 64] |= mask } else { running[service * words + day / 64] &= ~mask }
    }

    /// The service of the present row, a new one where it wasn't named before; nil where the row names none.
    private mutating func service(named range: Range<Int>, in table: borrowing CSVTable) throws(FeedError)
        -> (index: Int, isNew: Bool)
    {
        let key = try TableText.append(table.bytes.span.extracting(range), to: &bytes, file: table.file)
        let service = services.insert(key, in: bytes)
        if service.isNew {
            running.append(contentsOf: repeatElement(0, count: words))
        } else {
            bytes.removeLast(range.count)
        }
        return service
    }

    private mutating func read(_ file: consuming CalendarFile) throws(FeedError) {
        while try file.next() {
            guard let id = file.serviceID else { continue }
            let (service, isNew) = try service(named: id, in: file.table)
            guard isNew else {
                file.reportDoubledService()
                continue
            }
            guard let period = file.period, period.overlaps(days) else { continue }
            let weekdays = file.weekdays
            for day in period.clamped(to: days).dayNumbers where weekdays >> UInt8(weekday(day)) & 1 == 1 {
                set(service, day - days.lowerBound.daysSinceEpoch, to: true)
            }
        }
    }

    private func weekday(_ day: Int) -> Int { ServiceDay(daysSinceEpoch: day).weekday }

    private mutating func read(_ file: consuming ExceptionFile) throws(FeedError) {
        // Services and days that had an exception already.
        var seen: Set<Int> = []
        while try file.next() {
            guard let id = file.serviceID else { continue }
            let service = try service(named: id, in: file.table).index
            guard let day = file.date, let runs = file.runs, days.contains(day) else { continue }
            let number = days.lowerBound.days(to: day)
            if !seen.insert(service * Self.mostDays + number).inserted { file.reportDoubledDay() }
            set(service, number, to: runs)
        }
    }
}

extension ClosedRange<ServiceDay> {
    fileprivate var dayNumbers: ClosedRange<Int> { lowerBound.daysSinceEpoch...upperBound.daysSinceEpoch }
}
