//! A browser for the tests of pages, where there is one.
//!
//! ```text
//!      host.html    a frame of exactly the size that is asked for, because a window has a least
//!                   width
//!        page.html  a copy of the page, with a script that looks at it, presses keys, and sends
//!                   what it found
//! ```

use std::fs;
use std::path::Path;
use std::process::Command;

use bstr::ByteSlice;
use serde_json::Value;

use super::lacks;

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What a script may use, and where it stands: it fills `answer`.
const PROBE: &str = "
<script>
(async () => {
  const answer = {};
  const wait = () => new Promise(done => setTimeout(done, 100));
  const press = async (key, more) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    document.dispatchEvent(event);
    await wait();
    return event.defaultPrevented;
  };
  const box = element => element.getBoundingClientRect();
  try {
    await wait();
    SCRIPT
  } catch (error) {
    answer.error = String(error);
  }
  const hex = sign => '\\\\u00' + sign.charCodeAt(0).toString(16);
  parent.postMessage(JSON.stringify(answer).replace(/[&<>]/g, hex), '*');
})();
</script>
";

/// A Chromium.
pub(crate) struct Browser(&'static str);

/// The browser of this machine. Without one a test skips, aloud.
pub(crate) fn browser() -> Option<Browser> {
    let runs = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let found = NAMES.into_iter().find(runs);
    if found.is_none() {
        lacks("chromium");
    }
    found.map(Browser)
}

impl Browser {
    /// The number of sheets of paper on which a page is printed.
    pub(crate) fn sheets(&self, page: &Path) -> usize {
        let folder = tempfile::tempdir().unwrap();
        let print = folder.path().join("page.pdf");
        let mut command = Command::new(self.0);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]);
        command.arg(format!("--user-data-dir={}", folder.path().display()));
        command.arg(format!("--print-to-pdf={}", print.display()));
        let output = command.arg(format!("file://{}", page.display())).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(&print).unwrap().find_iter("/Type /Page\n").count()
    }

    /// A page as its scripts leave it, which must not complain.
    pub(crate) fn dom(&self, page: &Path) -> String {
        let profile = tempfile::tempdir().unwrap();
        let mut command = Command::new(self.0);
        command.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--dump-dom",
        ]);
        command.args(["--virtual-time-budget=20000", "--window-size=1600,1200"]);
        command.arg(format!("--user-data-dir={}", profile.path().display()));
        let output = command.arg(format!("file://{}", page.display())).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !said.contains("CONSOLE"), "{said}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The answer of a script on a page at an address, in a view of this size in points.
    pub(crate) fn ask(
        &self,
        page: &Path,
        address: &str,
        (width, height): (u32, u32),
        script: &str,
    ) -> Value {
        let folder = tempfile::tempdir().unwrap();
        let page = fs::read_to_string(page).unwrap();
        let probe = PROBE.replace("SCRIPT", script);
        fs::write(folder.path().join("page.html"), page.replace("</body>", &(probe + "</body>")))
            .unwrap();
        let host = format!(
            "<!DOCTYPE html><body style=\"margin: 0\"><pre></pre>\
             <script>addEventListener('message', event => \
             document.querySelector('pre').textContent = event.data);</script>\
             <iframe src=\"page.html{address}\" \
             style=\"border: 0; width: {width}px; height: {height}px\"></iframe></body>"
        );
        let path = folder.path().join("host.html");
        fs::write(&path, host).unwrap();
        let dom = self.dom(&path);
        let answer =
            dom.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next()).unwrap();
        let answer: Value =
            serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error} in `{answer}`"));
        assert!(answer.get("error").is_none(), "{answer}");
        answer
    }
}
