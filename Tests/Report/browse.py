"""Opens every page of a folder in Chromium through chromedriver (W3C WebDriver), takes screenshots and asks axe-core.

usage: browse.py AXE.MIN.JS FOLDER
"""

import base64
import json
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request

axe, folder = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2]).resolve()
driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
port = None
for line in driver.stdout:
    if "started successfully on port" in line:
        port = line.rstrip(".\n").rsplit(" ", 1)[1]
        break
assert port, "chromedriver did not start"


def ask(path, body=None, method="POST"):
    data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        sys.exit(f"{path}: {error.read().decode()[:2000]}")


options = {
    "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"],
}
wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
faults = []
session = None
try:
    session = "/session/" + ask("/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def devtools(command, **parameters):
        return ask(session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def evaluate(script):
        return ask(session + "/execute/sync", {"script": script, "args": []})

    for page in sorted(folder.glob("*.html")):
        for width, height in [(1440, 900), (768, 1024), (390, 844)]:
            for scheme in ["light", "dark"]:
                name = f"{page.stem} at {width} in {scheme}"
                devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
                devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                ask(session + "/url", {"url": page.as_uri()})
                overflow = evaluate("return document.documentElement.scrollWidth - window.innerWidth")
                if overflow > 0:
                    faults.append(f"{name}: {overflow} pixels wider than the window")
                # A table that scrolls sideways hides its last columns from somebody with a telephone.
                clipped = evaluate(
                    "return [...document.querySelectorAll('.scroll')].filter(d => d.scrollWidth > d.clientWidth + 1)"
                    ".map(d => d.getAttribute('aria-label'))"
                )
                if width < 768 and clipped:
                    faults.append(f"{name}: clipped: {', '.join(clipped[:5])}")
                # Everything is looked at, also what is folded.
                evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                found = ask(
                    session + "/execute/async",
                    {
                        "script": axe + ";const end = arguments[0];"
                        "axe.run(document, {resultTypes: ['violations']}).then(r => end({violations: r.violations, passes: r.passes.length,"
                        " unclear: r.incomplete.map(i => i.id)}), e => end(String(e)))",
                        "args": [],
                    },
                )
                if isinstance(found, str) or found["passes"] < 15:
                    faults.append(f"{name}: axe-core did not run: {str(found)[:300]}")
                    continue
                for violation in found["violations"]:
                    for node in violation["nodes"][:5]:
                        faults.append(f"{name}: {violation['id']}: {violation['help']}: {node['html'][:200]}")
                ask(session + "/url", {"url": page.as_uri()})
                shot = devtools("Page.captureScreenshot", format="png", captureBeyondViewport=True)
                (folder / f"{page.stem}-{width}-{scheme}.png").write_bytes(base64.b64decode(shot["data"]))
                print(f"{name}: {found['passes']} rules kept, not decided: {', '.join(found['unclear']) or 'none'}")
        for entry in ask(session + "/se/log", {"type": "browser"}):
            faults.append(f"{page.stem}: the browser reports {entry['message'][:300]}")
finally:
    if session:
        ask(session, method="DELETE")
    driver.terminate()
    driver.wait()
for fault in dict.fromkeys(faults):
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
