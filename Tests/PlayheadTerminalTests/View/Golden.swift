/// The expected screens as plain text; trailing spaces are ignored.
enum Golden {
    static let usual = split(
        """
         Sintel, 日本語                                                      ▶ PLAYING
         https://media.example.com/vod/sintel/w…/that/is/longer/than/a/line/master.m3u8






                                            PLAYING







         01:23 ━━━━━━●───────────┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈ 14:48
         720p auto 2.4 Mbit/s  vol ━━━━━━━┈┈┈ 70 %  1×  frames 2085 −3  stalls 0
         h264 1280×720 25 fps · aac 48 kHz stereo  audio English  cc off
         Events ───────────────────────────────────────────────────────────────────────
            0.300 onStateChange     play → playing
            0.301 onPlay            buffering → playing
            0.400 onVisualQuality   720p 2.4 Mb/s initial choice
         space pause  ←→ seek  ↑↓ volume  q quit
        """)

    static let live = split(
        """
         Sintel, 日本語                                                      ▶ PLAYING
         https://media.example.com/vod/sintel/w…/that/is/longer/than/a/line/master.m3u8





                                            PLAYING





                                   – Where does this road go?
                                         – To the sea.
         -00:32 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━●──┈ ○ LIVE
         DVR  14:32:07  latency 42 s (goal 10 s)  window 10:00
         720p auto 2.4 Mbit/s  vol ━━━━━━━┈┈┈ 70 %  1×  frames 2085 −3  stalls 0
         h264 1280×720 25 fps · aac 48 kHz stereo  audio English  cc English
         Events ───────────────────────────────────────────────────────────────────────
            0.300 onStateChange     play → playing
            0.301 onPlay            buffering → playing
            0.400 onVisualQuality   720p 2.4 Mb/s initial choice
         space pause  ←→ seek  ↑↓ volume  q quit
        """)

    static let wide = split(
        """
         Sintel, 日本語                                                                                                        ▶ PLAYING
         https://media.example.com/vod/sintel/wit…th/that/is/longer/than/a/line/master.m3u8 │ Events ────────────────────────────────────
                                                                                            │    0.200 onReady         setupTime 200 ms
                                                                                            │    0.300 onStateChange   play → playing
                                                                                            │    0.301 onPlay          buffering → playi…
                                                                                            │    0.400 onVisualQuality 720p 2.4 Mb/s ini…
                                              PLAYING                                       │
                                                                                            │
                                                                                            │
                                                                                            │
                                                                                            │
                                                                                            │
         01:23 ━━━━━━●────────────┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈ 14:48 │
         720p auto 2.4 Mbit/s  vol ━━━━━━━┈┈┈ 70 %  1×  frames 2085 −3  stalls 0            │
         h264 1280×720 25 fps · aac 48 kHz stereo  audio English  cc off                    │
         space pause  ←→ seek  ↑↓ volume  q quit
        """)

    static let tiny = split(
        """
        Sintel,…  ▶ PLAYING

              PLAYING

        01:23 ━●┈┈┈┈┈┈ 14:48
        720p auto 2.4 Mbit/s
        """)

    static let audio = split(
        """
         Sintel, 日本語                                  ▶ PLAYING
         https://media.example.com/vo…onger/than/a/line/master.m3u8
         01:23 ━━━━●───────┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈ 14:48
         720p auto 2.4 Mbit/s  vol ━━━━┈ 70 %  1×  frames 2085 −3
         h264 1280×720 25 fps · aac 48 kHz stereo  audio English
         Events ───────────────────────────────────────────────────
            0.200 onReady         setupTime 200 ms
            0.300 onStateChange   play → playing
            0.301 onPlay          buffering → playing
            0.400 onVisualQuality 720p 2.4 Mb/s initial choice



         space pause  ←→ seek  ↑↓ volume  q quit
        """)

    private static func split(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
