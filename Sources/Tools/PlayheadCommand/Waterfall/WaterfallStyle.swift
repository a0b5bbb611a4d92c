/// The style sheet of a waterfall: dark on light, whatever the viewer prefers, and without external fonts.
enum WaterfallStyle {
    /// The text of the style sheet.
    static let text = """
          text { font-family: sans-serif; font-size: 11px; fill: #1f2328 }
          .title { font-size: 18px; font-weight: bold }
          .figures { font-size: 13px }
          .head { font-size: 12px; font-weight: bold }
          .muted { fill: #59636e }
          .alert { fill: #b3161f }
          .centered { text-anchor: middle }
          .code { font-family: monospace }
          .page { fill: #ffffff }
          .plot { fill: #f6f8fa }
          .grid { stroke: #dbe0e5 }
          .tick { stroke: #59636e; stroke-width: 1.5 }
          .picture { stroke: #bf3989; stroke-width: 1.5 }
          .moves { stroke: #1a7f37; stroke-width: 1.5 }
          .seek { stroke: #8250df; stroke-width: 1.5 }
          .problem { stroke: #cf222e; stroke-width: 1.5 }
          text.picture { stroke: none; fill: #bf3989; font-weight: bold }
          text.moves { stroke: none; fill: #1a7f37; font-weight: bold }
          text.seek { stroke: none; fill: #8250df }
          text.problem { stroke: none; fill: #cf222e }
          text.tick { stroke: none }
          .guide { stroke-opacity: .6; stroke-dasharray: 4 3 }
          .waiting { fill: #c3cbd3 }
          .link { fill: #dfe5ea }
          .manifest { fill: #2f6fd6 }
          .segment { fill: #12855e }
          .media { fill: #0b7f8f }
          .key { fill: #8250df }
          .captions { fill: #8a5a2b }
          .feed { fill: #6e7781 }
          .received { fill: #7a8a99 }
          .video { fill: #bf3989 }
          .audio { fill: #d97706 }
          .line { fill: none; stroke-width: 1.5 }
          .line.video { stroke: #bf3989 }
          .line.audio { stroke: #d97706 }
          .pale { fill-opacity: .25 }
          .medium { fill-opacity: .45 }
          .state { fill: #dfe5ea }
          .state-opening { fill: #b9d6ff }
          .state-playing { fill: #b4e3c0 }
          .state-waiting { fill: #ffd9a0 }
          .state-error { fill: #ffc9c6 }
        """
}
