import Testing

@Suite("Usage", .timeLimit(.minutes(5)))
struct UsageTests {
    @Test(
        "A usage error exits with status 2 and a message on standard error",
        arguments: [
            (["fly"], "fly"), (["play", "--sideways", "a"], "--sideways"), (["play", "--control", "file", "a"], "--control takes '-'"),
            (["play", "--start", "-1", "a"], "--start"), (["play", "--start", "soon", "a"], "--start"),
            (["play", "--duration", "0", "a"], "--duration takes seconds"), (["play", "--quality=-1", "a"], "--quality takes"),
            (["play", "--header", "Authorization Bearer S3CR3T", "a"], "--header takes"),
            (["play", "--header", "Ä: b", "a"], "'Ä' is no name of a header field"),
            (["play", "--cookie", "=S3CR3T", "a"], "--cookie takes"),
            (["play", "--license-server", "//host?token=S3CR3T", "a"], "is not the URL of a license server"),
            (["play", "--audio", "loud", "a"], "loud"), (["play", "--json", "--video", "terminal", "a"], "standard output"),
            (["play", "--control", "-", "--video", "terminal", "a"], "standard input"),
            (["play", "--no-autoplay", "a"], "--no-autoplay waits"),
            (["play", "--cmcd", "cookie", "a"], "cookie"), (["play", "--cmcd-version", "2", "a"], "need --cmcd"),
            (["play", "--cmcd", "query", "--cmcd-version", "3", "a"], "--cmcd-version takes 1 or 2"),
            (["play", "--cmcd", "events", "a"], "--cmcd events needs --cmcd-target"),
            (["play", "--cmcd", "query", "--cmcd-target", "ftp://a", "a"], "'ftp://a' is not the URL of a server"),
            (["play", "--cmcd", "query", "--cmcd-keys", "br,xx", "a"], "'xx' is not a key"),
            (["play", "--cmcd", "query", "--cmcd-custom", "x=1", "a"], "'x=1' is not a custom key"),
            (["play", "--cmcd", "query", "--cmcd-session", "é", "a"], "--cmcd-session takes 1 to 64"),
            (["play", "--cmcd", "query", "--cmcd-target", "http://a", "--cmcd-interval", "nan", "a"], "--cmcd-interval takes seconds"),
            (["play", "--cmcd", "query", "--cmcd-target", "http://a", "--cmcd-batch", "0", "a"], "--cmcd-batch takes 1 to 100"),
            (["play", "--overlay", "/nothing/here", "a"], "there is no folder '/nothing/here'"),
            (["play", "--overlay", "ftp://a/b", "a"], "--overlay takes"),
            (["play", "--overlay-port", "70000", "a"], "--overlay-port takes"),
            (["play", "--video", "terminal", "a"], "needs a terminal"), (["play", "://"], "is not a URL"), (["probe"], "url"),
            (["serve", ".", "--port", "70000"], "--port takes"), (["serve", ".", "--fault", "status=999999"], "status"),
            (["serve", ".", "--fault", "flood"], "flood"), (["abr", "--movie", "a"], "--trace"), (["abr", "--trace", "a"], "--movie"),
            (["abr", "--movie", "a", "--trace", "b", "--buffer", "0"], "--buffer takes seconds"),
            (["monitor"], "A URL is needed"), (["monitor", "a", "--viewers", "0"], "--viewers takes"),
            (["monitor", "a", "--threshold", "speed: p(95)<1"], "no metric 'speed'"),
            (["monitor", "a", "--threshold", "startup_time: p(101)<1"], "0 to 100"),
            (["monitor", "a", "--duration", "soon"], "--duration 'soon'"), (["monitor", "a", "--duration", "0s"], "above 0"),
            (["monitor", "a", "--arrivals", "poisson:20/s"], "--arrivals needs --duration"),
            (["monitor", "a", "--arrivals", "20", "--duration", "1s"], "--arrivals '20'"),
            (["monitor", "a", "--shard", "3/3"], "--shard '3/3'"), (["monitor", "a", "--behaviour", "jump=1"], "--behaviour 'jump=1'"),
            (["monitor", "a", "--once", "--viewers", "2"], "--once and --nagios play one viewer"),
            (["monitor", "--from", "/nothing/here"], "--from: '/nothing/here'"),
            (["monitor", "a", "--network", "/nothing/here"], "--network: '/nothing/here'"),
            (["monitor", "a", "--events", "/nothing/here"], "/nothing/here can't be written"),
            (["monitor", "a", "--output", "view"], "needs a terminal"),
        ])
    func wrong(arguments: [String], reason: String) async throws {
        let (status, output, errors) = try await RunningProgram.run(arguments)
        #expect(status == 2 && output.isEmpty, "\(output)")
        #expect(errors.contains(reason) && !errors.contains("S3CR3T"), "\(errors)")
    }

    @Test("Help and version are printed to standard output", arguments: [["--help"], ["play", "--help"], ["--version"]])
    func help(arguments: [String]) async throws {
        let (status, output, errors) = try await RunningProgram.run(arguments)
        #expect(status == 0 && !output.isEmpty && errors.isEmpty)
    }

    @Test("The state graph is printed in the language of Graphviz")
    func states() async throws {
        let (status, output, _) = try await RunningProgram.run(["states"])
        #expect(status == 0 && output.first?.hasPrefix("digraph") == true && output.joined().contains("playing -> buffering"))
    }
}
