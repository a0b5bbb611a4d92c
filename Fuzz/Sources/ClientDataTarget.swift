import PlayheadCMCD

/// Reads data of players (CMCD) and of servers (CMSD): valid data is the same after it is printed and read again, in every place.
enum ClientDataTarget {
    static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        var check = CMCDSessionCheck()
        for reading in CMCDReader.report(body: input, contentType: CMCDData.mediaType) {
            _ = check.add(reading, target: "a")
            require(reading.problems.allSatisfy { ($0.position ?? 0) <= input.count }, "a problem is behind the end")
        }
        _ = check.gaps()
        if let reading = CMCDReader.request(headers: [], query: CMCDData.queryName + "=" + text) { compare(reading) }
        for header in CMCDHeader.allCases {
            if let reading = CMCDReader.request(headers: [(header.rawValue, text)], query: nil) { compare(reading) }
        }
        serverData(text)
    }

    /// Prints and reads what is valid in a request.
    private static func compare(_ reading: CMCDReading) {
        let query = reading.data.queryItem
        // Bytes, dates and texts in Unicode are read in custom keys, and never printed.
        let items = reading.data.members.values.flatMap(\.items)
        let values = items.map(\.value) + items.flatMap(\.parameters).map(\.value)
        guard reading.isValid, !query.isEmpty, !values.contains(where: { if case .other = $0 { true } else { false } }) else { return }
        let again = CMCDReader.request(headers: [], query: query)
        require(again?.isValid == true && again?.data == reading.data, "printed again it is another: \(query)")
        let headers = CMCDReader.request(headers: reading.data.headers.map { ($0.name.rawValue, $0.value) }, query: nil)
        require(headers?.data == reading.data, "in header fields it is another: \(query)")
    }

    private static func serverData(_ text: String) {
        guard let data = CMSD(staticField: text, dynamicField: text) else { return }
        for server in data.servers {
            let numbers = [server.estimatedThroughput, server.maximumBitrate, server.responseDelay, server.roundTripTime]
            require(numbers.allSatisfy { ($0 ?? 0) >= 0 && ($0 ?? 0).isFinite }, "a number of a server is invalid")
        }
    }
}
