#!/usr/bin/env python3
"""Types words into the search of a site in headless Chromium and prints what it finds.

search_site.py FOLDER WORD...    for each word one line of JSON: {"word", "said", "pages"}

The site is served at an address of this machine; a page beside it holds the site in a frame and types, as a reader would.
SPDX-License-Identifier: BSD-3-Clause
"""
import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

PROBE = b"""<!doctype html><iframe id="site" src="/" width="1300" height="900"></iframe><script>
const pause = () => new Promise(done => setTimeout(done, 50));
async function said(frame, other) {   // what stands above the results, once it differs
  for (;;) {
    const text = frame.contentDocument?.querySelector('.md-search-result__meta')?.textContent.trim();
    if (text && !other.includes(text)) return text;
    await pause();
  }
}
async function type(frame, word) {
  const input = frame.contentDocument.querySelector('.md-search__input');
  input.focus();
  input.value = word;
  input.dispatchEvent(new frame.contentWindow.KeyboardEvent('keyup', { bubbles: true }));
}
document.getElementById('site').onload = async event => {
  const frame = event.target, found = [];
  type(frame, '');
  const ready = await said(frame, ['Initializing search']);   // the index is read
  for (const word of JSON.parse(decodeURIComponent(location.hash.slice(1)))) {
    type(frame, word);
    const text = await said(frame, [ready]);
    const links = [...frame.contentDocument.querySelectorAll('.md-search-result__link')];
    found.push({ word, said: text, pages: links.map(link => new URL(link.href).pathname) });
    type(frame, '');
    while (await said(frame, []) !== ready) await pause();
  }
  fetch('/found', { method: 'POST', body: JSON.stringify(found) });
};
</script>"""


class Handler(http.server.SimpleHTTPRequestHandler):
    found = None
    done = threading.Event()

    def do_GET(self):
        if self.path != "/probe":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PROBE)

    def do_POST(self):
        Handler.found = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        Handler.done.set()

    def log_message(self, *arguments):
        pass


def main(folder, words):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        profile = tempfile.mkdtemp()
        query = "".join(f"%{byte:02x}" for byte in json.dumps(words).encode())
        command = ["chromium", "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}", "--remote-debugging-port=0"]
        command += ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = subprocess.Popen(command + [f"http://127.0.0.1:{server.server_port}/probe#{query}"], stderr=subprocess.DEVNULL)
        answered = Handler.done.wait(120)
        browser.terminate()
        browser.wait()
        server.shutdown()
    shutil.rmtree(profile, ignore_errors=True)
    if not answered:
        sys.exit("the browser has not answered for two minutes")
    for one in Handler.found:
        print(json.dumps(one))


main(sys.argv[1], sys.argv[2:])
