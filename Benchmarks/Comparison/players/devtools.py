"""A client of the DevTools protocol over a pair of pipes (`--remote-debugging-pipe`): JSON messages that end with a zero byte."""

import json
import os
import select
import time

from ..process import RunFailed


class DevTools:
    """Sends commands to a browser, one at a time."""

    def __init__(self, descriptor_in, descriptor_out):
        self.descriptor_in = descriptor_in
        self.descriptor_out = descriptor_out
        self.number = 0
        self.rest = b""
        self.session = None

    def call(self, method, timeout=10.0, **parameters):
        """Sends a command and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        try:
            os.write(self.descriptor_out, json.dumps(message).encode() + b"\0")
        except OSError as error:
            raise RunFailed(f"The browser ended: {error}") from error
        deadline = time.monotonic() + timeout
        while True:
            answer = self._receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RunFailed(f"{method}: {answer['error'].get('message')}")
                return answer["result"]

    def evaluate(self, expression, timeout=10.0):
        """The value of an expression, of which a promise is awaited."""
        result = self.call("Runtime.evaluate", timeout, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RunFailed(f"{expression}: {details.get('exception', {}).get('description', details.get('text'))}"[:300])
        return result["result"].get("value")

    def _receive(self, deadline):
        while b"\0" not in self.rest:
            readable, _, _ = select.select([self.descriptor_in], [], [], max(0.0, deadline - time.monotonic()))
            if not readable:
                raise RunFailed("The browser did not answer in time")
            data = os.read(self.descriptor_in, 65536)
            if not data:
                raise RunFailed("The browser ended")
            self.rest += data
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def close(self):
        os.close(self.descriptor_in)
        os.close(self.descriptor_out)
