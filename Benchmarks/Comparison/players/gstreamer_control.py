"""Plays a URL with playbin3, controlled by lines on standard input: `seek SECONDS`, `pause`, `play`.

Prints `frame SECONDS` for the first picture after the start and after each seek, `paused`, `resumed` for the first picture
after `play`, and `ended` or `error MESSAGE`. It needs Debian's package of the interface of GStreamer.
"""

import sys
import threading

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst  # noqa: E402


class Control:
    """The pipeline and its commands."""

    def __init__(self, url):
        self.loop = GLib.MainLoop()
        self.awaits_frame = "frame"
        self.pipeline = Gst.ElementFactory.make("playbin3")
        video = Gst.ElementFactory.make("fakesink")
        audio = Gst.ElementFactory.make("fakesink")
        for sink in (video, audio):
            sink.set_property("sync", True)
        video.set_property("signal-handoffs", True)
        video.connect("preroll-handoff", self.handle_preroll)
        video.connect("handoff", self.handle_buffer)
        self.pipeline.set_property("video-sink", video)
        self.pipeline.set_property("audio-sink", audio)
        self.pipeline.set_property("uri", url)
        self.desired = Gst.State.PLAYING
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message", self.handle_message)

    def run(self):
        self.pipeline.set_state(Gst.State.PLAYING)
        threading.Thread(target=self.read_commands, daemon=True).start()
        self.loop.run()

    def handle_preroll(self, _, buffer, __):
        if self.awaits_frame == "frame":
            self.report(buffer)

    def handle_buffer(self, _, buffer, __):
        if self.awaits_frame:
            self.report(buffer)

    def report(self, buffer):
        print(self.awaits_frame, buffer.pts / Gst.SECOND, flush=True)
        self.awaits_frame = None

    def handle_message(self, _, message):
        if message.type == Gst.MessageType.ERROR:
            print("error", message.parse_error()[0].message, flush=True)
            self.loop.quit()
        elif message.type == Gst.MessageType.EOS:
            print("ended", flush=True)
            self.loop.quit()
        elif message.type == Gst.MessageType.BUFFERING:
            # As the documentation requires of an application: paused until the buffer is full.
            is_full = message.parse_buffering() == 100
            self.pipeline.set_state(self.desired if is_full else Gst.State.PAUSED)

    def read_commands(self):
        for line in sys.stdin:
            name, _, argument = line.strip().partition(" ")
            GLib.idle_add(self.perform, name, argument)
        GLib.idle_add(self.loop.quit)

    def perform(self, name, argument):
        if name == "seek":
            self.awaits_frame = "frame"
            self.pipeline.seek_simple(Gst.Format.TIME, Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE, int(float(argument) * Gst.SECOND))
        elif name == "pause":
            self.desired = Gst.State.PAUSED
            self.pipeline.set_state(Gst.State.PAUSED)
            print("paused", flush=True)
        elif name == "play":
            self.awaits_frame = "resumed"
            self.desired = Gst.State.PLAYING
            self.pipeline.set_state(Gst.State.PLAYING)
        return False


if __name__ == "__main__":
    Gst.init(None)
    Control(sys.argv[1]).run()
