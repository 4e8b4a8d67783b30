// TripRequest: a trip as producers write it, the one line that all of these benchmarks read.

/// With everything that an arrivals response tells of a trip at a stop.
enum TripRequest {
    static let text = """
        {"kind": "trip", "stop": {"id": "1_660"}, "trip": {"id": "1_694514730", "serviceDate": 1774854000, \
        "stopSequence": 19, "route": "545", "headsign": "Seattle", "vehicleId": "1_7012", \
        "destinationStopId": "1_1040"}}
        """
}
