"""Viewers of one stream: locust -f locustfile.py --host https://example.com/live.m3u8"""

import os

from locust import task

from playhead_user import PlayheadUser


class Viewers(PlayheadUser):
    viewers = int(os.environ.get("PLAYHEAD_VIEWERS", "5"))
    watch_time = os.environ.get("PLAYHEAD_WATCH_TIME", "30s")

    @task
    def watch(self):
        self.play()
