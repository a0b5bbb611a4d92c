"""Starts origins, and reads their logs."""

import json
import os
import subprocess
import sys

PACKAGE_PARENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class RunningOrigin:
    """An origin in a process of its own, for one run."""

    def __init__(self, root, network, tls=None, page=None):
        configuration = {"root": root, "network": network.to_json(), "tls": tls, "page": page}
        command = [sys.executable, "-m", f"{__package__}.origin", json.dumps(configuration)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=PACKAGE_PARENT,
                                        start_new_session=True)
        self.scheme = "https" if tls else "http"
        self.ports = json.loads(self.process.stdout.readline() or '{"ports": []}')["ports"]
        if not self.ports:
            raise RuntimeError("The origin did not start.")

    def url(self, path):
        return f"{self.scheme}://127.0.0.1:{self.ports[0]}/{path}"

    def page_url(self, path):
        return f"http://127.0.0.1:{self.ports[1]}/{path}"

    def end(self):
        """Ends the process and returns the log of the requests; times are on the monotonic clock."""
        try:
            output, _ = self.process.communicate(timeout=5)
            return json.loads(output)
        except (subprocess.TimeoutExpired, ValueError):
            return []
        finally:
            self.process.kill()
            self.process.wait()


def certificate(folder):
    """Files of a certificate for 127.0.0.1 that signs itself."""
    os.makedirs(folder, exist_ok=True)
    files = {"certificate": os.path.join(folder, "certificate.pem"), "key": os.path.join(folder, "key.pem")}
    if not all(map(os.path.exists, files.values())):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "3650",
                        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", files["key"], "-out",
                        files["certificate"]], check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return files
