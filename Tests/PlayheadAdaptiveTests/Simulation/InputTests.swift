import Foundation
import PlayheadAdaptive
import Testing

@Suite("Decoding of movies and networks")
struct InputTests {
    @Test("sabre's forms are decoded")
    func reading() throws {
        let movie: SimulatedMovie = try decode(
            #"{"segment_duration_ms":3000,"bitrates_kbps":[230,331],"segment_sizes_bits":[[886360,1180512],[382840,662120]]}"#)
        #expect(movie.segmentDuration == 3 && movie.bitrates == [230_000, 331_000] && movie.sizes[1] == [382_840, 662_120])
        let network: NetworkTrace = try decode(#"[{"duration_ms":1500,"bandwidth_kbps":200,"latency_ms":100}]"#)
        #expect(network.periods == [NetworkTrace.Period(duration: 1.5, bandwidth: 200_000, latency: 0.1)])
    }

    @Test(
        "Movies that make no sense are refused",
        arguments: [
            #"{"segment_duration_ms":0,"bitrates_kbps":[1],"segment_sizes_bits":[[1]]}"#,
            #"{"segment_duration_ms":1000,"bitrates_kbps":[],"segment_sizes_bits":[[]]}"#,
            #"{"segment_duration_ms":1000,"bitrates_kbps":[2,1],"segment_sizes_bits":[[1,1]]}"#,
            #"{"segment_duration_ms":1000,"bitrates_kbps":[1,2],"segment_sizes_bits":[[1]]}"#,
            #"{"segment_duration_ms":1000,"bitrates_kbps":[1],"segment_sizes_bits":[[-1]]}"#,
            #"{"segment_duration_ms":1000,"bitrates_kbps":[1],"segment_sizes_bits":[]}"#,
        ])
    func movies(_ text: String) {
        #expect(throws: SimulationError.self) { try decode(text) as SimulatedMovie }
    }

    @Test(
        "Networks that make no sense are refused",
        arguments: [
            "[]", #"[{"duration_ms":1000,"bandwidth_kbps":0,"latency_ms":100}]"#,
            #"[{"duration_ms":0,"bandwidth_kbps":10,"latency_ms":100}]"#, #"[{"duration_ms":1000,"bandwidth_kbps":-5,"latency_ms":100}]"#,
        ])
    func networks(_ text: String) {
        #expect(throws: SimulationError.self) { try decode(text) as NetworkTrace }
    }

    private func decode<Value: Decodable>(_ text: String) throws -> Value { try JSONDecoder().decode(Value.self, from: Data(text.utf8)) }
}
