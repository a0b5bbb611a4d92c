"""Generates the media of the rows with ffmpeg, once for each recipe, in `.build/bench/media`."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

from .live import STATIC_TYPE

SEGMENT_DURATION = 4
KEY_FRAME_INTERVAL = 2
# A change of what the recipes below write changes this number.
RECIPE_VERSION = 2


@dataclass(frozen=True)
class Rung:
    """A rung of the ladder. `level` is the level of H.264 times ten."""

    name: str
    width: int
    height: int
    rate: int
    kilobits: int
    level: int

    @property
    def codec(self):
        """The codec of H.264's Main profile, as in a playlist (RFC 6381 §3.3)."""
        return f"avc1.4d40{self.level:02x}"


DURATION = 60
AUDIO_KILOBITS = 96
AUDIO_CODEC = "mp4a.40.2"
# The first rung is what players without a measurement start with (RFC 8216bis §4.4.6.2).
LADDER = [
    Rung("360p", 640, 360, 30, 1000, 30),
    Rung("240p", 426, 240, 30, 400, 21),
    Rung("720p", 1280, 720, 30, 2500, 31),
    Rung("1080p", 1920, 1080, 30, 5000, 40),
]
RUNG_720P30 = LADDER[2]
RUNG_1080P60 = Rung("1080p60", 1920, 1080, 60, 5500, 42)
LANGUAGES = {"en": ("English", 440), "de": ("German", 660)}


def ffmpeg(*arguments):
    """Runs ffmpeg; an error ends the program with its message."""
    command = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y", *map(str, arguments)]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        raise RuntimeError(f"ffmpeg failed with status {result.returncode}: {result.stderr.strip()[-2000:]}")


class MediaLibrary:
    """The media below a folder. `root` is what an origin serves."""

    def __init__(self, folder):
        recipe = json.dumps([RECIPE_VERSION, DURATION, SEGMENT_DURATION, KEY_FRAME_INTERVAL, AUDIO_KILOBITS, LANGUAGES,
                             [vars(rung) for rung in [*LADDER, RUNG_1080P60]]])
        self.root = os.path.join(folder, hashlib.sha256(recipe.encode()).hexdigest()[:12])

    def path(self, relative):
        return os.path.join(self.root, relative)

    def generate(self):
        """Generates what is absent."""
        os.makedirs(self.root, exist_ok=True)
        steps = [(f"source/{rung.name}.mp4", self._encode_video(rung)) for rung in [*LADDER, RUNG_1080P60]]
        steps += [(f"source/{language}.m4a", self._encode_audio(tone)) for language, (_, tone) in LANGUAGES.items()]
        steps += [
            ("ladder-fmp4", self._write_fmp4_ladder(LADDER)), ("single-fmp4", self._write_fmp4_ladder([RUNG_720P30])),
            ("ladder-ts", self._write_ts_ladder(LADDER)), ("720p30-ts", self._write_ts(RUNG_720P30)),
            ("1080p60-ts", self._write_ts(RUNG_1080P60)),
            ("index-first.mp4", self._write_mp4("+faststart")), ("index-last.mp4", self._write_mp4("0")),
        ]
        for name, write in steps:
            self._generate_one(name, write)

    def _generate_one(self, name, write):
        """Writes to a temporary name first, so that an interrupted run leaves no incomplete media."""
        final = self.path(name)
        if os.path.exists(final):
            return
        print(f"Generating {name}", file=sys.stderr, flush=True)
        base, extension = os.path.splitext(final)
        temporary = f"{base}.part{extension}"
        if os.path.isdir(temporary):
            shutil.rmtree(temporary)
        os.makedirs(os.path.dirname(temporary), exist_ok=True)
        write(temporary)
        os.replace(temporary, final)

    def _encode_video(self, rung):
        """A moving test picture with noise, which needs about the bits of real content."""
        def write(output):
            picture = f"testsrc2=size={rung.width}x{rung.height}:rate={rung.rate},noise=alls=8:allf=t,format=yuv420p"
            interval = rung.rate * KEY_FRAME_INTERVAL
            ffmpeg("-f", "lavfi", "-i", picture, "-t", DURATION, "-c:v", "libx264", "-preset", "superfast", "-profile:v", "main", "-bf", 2,
                   "-level", rung.level / 10, "-b:v", f"{rung.kilobits}k", "-maxrate", f"{rung.kilobits * 1.2:.0f}k",
                   "-bufsize", f"{rung.kilobits * 2}k", "-g", interval, "-keyint_min", interval, "-sc_threshold", 0, output)
        return write

    def _encode_audio(self, tone):
        def write(output):
            ffmpeg("-f", "lavfi", "-i", f"sine=frequency={tone}:sample_rate=48000", "-t", DURATION, "-ac", 2, "-c:a", "aac", "-b:a",
                   f"{AUDIO_KILOBITS}k", output)
        return write

    def _segment(self, inputs, folder, kind):
        """Writes a media playlist and its segments."""
        os.makedirs(folder)
        extension = "m4s" if kind == "fmp4" else "ts"
        sources = [argument for name in inputs for argument in ("-i", self.path(f"source/{name}"))]
        maps = [argument for index in range(len(inputs)) for argument in ("-map", index)]
        ffmpeg(*sources, *maps, "-c", "copy", "-f", "hls", "-hls_time", SEGMENT_DURATION, "-hls_playlist_type", "vod", "-hls_segment_type",
               "mpegts" if kind == "ts" else kind, "-hls_segment_filename", os.path.join(folder, f"%d.{extension}"),
               "-hls_flags", "independent_segments", os.path.join(folder, "media.m3u8"))

    def _write_fmp4_ladder(self, rungs):
        def write(output):
            lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
            for language, (name, _) in LANGUAGES.items():
                self._segment([f"{language}.m4a"], os.path.join(output, language), "fmp4")
                is_default = "YES" if language == "en" else "NO"
                lines.append(f'#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="{name}",LANGUAGE="{language}",DEFAULT={is_default},'
                             f'AUTOSELECT=YES,CHANNELS="2",URI="{language}/media.m3u8"')
            for rung in rungs:
                self._segment([f"{rung.name}.mp4"], os.path.join(output, rung.name), "fmp4")
                lines += [variant(rung, ',AUDIO="audio"'), f"{rung.name}/media.m3u8"]
            self._write_lines(output, lines)
            with open(os.path.join(output, "manifest.mpd"), "w", encoding="utf-8") as file:
                file.write(manifest(rungs))
        return write

    def _write_ts_ladder(self, rungs):
        def write(output):
            lines = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-INDEPENDENT-SEGMENTS"]
            for rung in rungs:
                self._segment([f"{rung.name}.mp4", "en.m4a"], os.path.join(output, rung.name), "ts")
                lines += [variant(rung), f"{rung.name}/media.m3u8"]
            self._write_lines(output, lines)
        return write

    def _write_ts(self, rung):
        return lambda output: self._segment([f"{rung.name}.mp4", "en.m4a"], output, "ts")

    def _write_mp4(self, flags):
        def write(output):
            ffmpeg("-i", self.path(f"source/{RUNG_720P30.name}.mp4"), "-i", self.path("source/en.m4a"), "-map", 0, "-map", 1, "-c", "copy",
                   "-movflags", flags, output)
        return write

    @staticmethod
    def _write_lines(folder, lines):
        with open(os.path.join(folder, "main.m3u8"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


def manifest(rungs):
    """The manifest of DASH for the segments of a ladder (ISO/IEC 23009-1 §5.3)."""
    template = ('<SegmentTemplate timescale="1" duration="{}" startNumber="0" initialization="$RepresentationID$/init.mp4" '
                'media="$RepresentationID$/$Number$.m4s"/>').format(SEGMENT_DURATION)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>',
             f'<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" {STATIC_TYPE} '
             f'mediaPresentationDuration="PT{DURATION}S" minBufferTime="PT{SEGMENT_DURATION}S">',
             f'<Period id="1" start="PT0S" duration="PT{DURATION}S">',
             '<AdaptationSet contentType="video" mimeType="video/mp4" segmentAlignment="true" startWithSAP="1">', template]
    lines += [f'<Representation id="{rung.name}" bandwidth="{int(rung.kilobits * 1250)}" codecs="{rung.codec}" width="{rung.width}" '
              f'height="{rung.height}" frameRate="{rung.rate}"/>' for rung in rungs]
    lines.append("</AdaptationSet>")
    for language in LANGUAGES:
        role = "main" if language == "en" else "dub"
        lines += [f'<AdaptationSet contentType="audio" mimeType="audio/mp4" lang="{language}" segmentAlignment="true" startWithSAP="1">',
                  f'<Role schemeIdUri="urn:mpeg:dash:role:2011" value="{role}"/>', template,
                  f'<Representation id="{language}" bandwidth="{AUDIO_KILOBITS * 1000}" codecs="{AUDIO_CODEC}" audioSamplingRate="48000"/>',
                  "</AdaptationSet>"]
    return "\n".join([*lines, "</Period>", "</MPD>"]) + "\n"


def variant(rung, attributes=""):
    """The tag of a variant, with its bandwidth in bit/s (RFC 8216bis §4.4.6.2)."""
    average = (rung.kilobits + AUDIO_KILOBITS) * 1000
    return (f"#EXT-X-STREAM-INF:BANDWIDTH={int(average * 1.25)},AVERAGE-BANDWIDTH={average},RESOLUTION={rung.width}x{rung.height},"
            f'FRAME-RATE={rung.rate:.3f},CODECS="{rung.codec},{AUDIO_CODEC}"{attributes}')
