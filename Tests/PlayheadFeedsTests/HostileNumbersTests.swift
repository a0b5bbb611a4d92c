import PlayheadFeeds
import TestSupport
import Testing

@Suite("Hostile numbers in feeds")
struct HostileNumbersTests {
    private static let feeds = [
        """
        {"title":"t","playlist":[{"mediaid":"m1","title":"a","duration":12,"pubdate":1600000000,"starttime":1.5,"image":"i",
        "sources":[{"file":"a.mp4","width":640,"height":360,"bitrate":1000,"label":"360p","filesize":1,"framerate":25}],
        "tracks":[{"file":"c.vtt","kind":"captions"}],"adschedule":{"a":{"offset":10,"tag":"t"}}}]}
        """,
        """
        <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:jwplayer="http://rss.jwpcdn.com/"><channel><item><title>a</title>
        <jwplayer:starttime>5</jwplayer:starttime><media:group duration="12"><media:content url="a.mp4" duration="12.5" width="640" height="360"
        bitrate="100" fileSize="10" framerate="25" type="video/mp4"/><media:thumbnail url="t" width="1" height="2"/></media:group>
        <enclosure url="a.mp4" length="123"/></item></channel></rss>
        """,
    ]

    @Test("are read, or are refused", arguments: feeds)
    func parsing(feed: String) throws {
        #expect(try FeedDocument(Array(feed.utf8)).items.count == 1)
        for text in HostileNumbers.variants(of: feed) { _ = try? FeedDocument(Array(text.utf8)) }
    }
}
