//! A page to step through a path, in one file that needs no other and no network.
//!
//! ```text
//!      1 singles     │   ◀ step 2 of 7 ▶
//!      2 chain       │   +-----------+
//!      3 net         │   | picture   |
//!      end           │   +-----------+
//!                    │   the text of the step
//! ```
//!
//! Where scripts don't run, all steps stand below each other.

use std::fmt::Write;

use tourdion::logic::{Path, Step};

use super::picture::Painter;
use super::text;
use super::words::Words;
use crate::cli::html::escaped;

const STYLE: &str = "\
body { font-family: 'DejaVu Sans', Verdana, Arial, sans-serif; margin: 0; color: #222; display: flex; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; min-width: 15em; border-right: 1px solid #ccc; }
nav ol { list-style: none; margin: 0; padding: 0.5em 0; }
nav a { display: block; padding: 0.3em 1em; color: inherit; text-decoration: none; font-size: 0.9em; }
nav a:hover, nav a:focus { background: #f0f0f0; }
nav a[aria-current] { background: #0072b2; color: white; }
main { padding: 1em 2em; max-width: 60em; }
header { display: flex; gap: 1em; align-items: center; }
h1 { font-size: 1.1em; font-weight: normal; overflow-wrap: anywhere; }
button { font: inherit; padding: 0.3em 0.9em; flex: none; }
#where { white-space: nowrap; flex: none; }
svg { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; line-height: 1.5; }
.scripted section { display: none; }
.scripted section.shown { display: block; }
body:not(.scripted) header { display: none; }
@media print { nav, header { display: none; } .scripted section { display: block; break-after: page; } }
";

const SCRIPT: &str = "\
const sections = [...document.querySelectorAll('section')];
const links = [...document.querySelectorAll('nav a')];
const where = document.querySelector('#where');
let shown = 0;
function show(number) {
  shown = Math.max(0, Math.min(sections.length - 1, number));
  sections.forEach((section, k) => section.classList.toggle('shown', k === shown));
  links.forEach((link, k) => k === shown ? link.setAttribute('aria-current', 'step') : link.removeAttribute('aria-current'));
  links[shown].scrollIntoView({ block: 'nearest' });
  where.textContent = `${shown + 1} of ${sections.length}`;
}
document.body.classList.add('scripted');
links.forEach((link, k) => link.addEventListener('click', event => { event.preventDefault(); show(k); }));
document.querySelector('#back').addEventListener('click', () => show(shown - 1));
document.querySelector('#on').addEventListener('click', () => show(shown + 1));
document.addEventListener('keydown', event => {
  if (event.key === 'ArrowLeft') show(shown - 1);
  if (event.key === 'ArrowRight') show(shown + 1);
  if (event.key === 'Home') show(0);
  if (event.key === 'End') show(sections.length - 1);
});
show(0);
";

/// The page of a path.
pub(super) fn page(painter: &Painter<'_>, path: &Path<'_>, name: &str) -> anyhow::Result<String> {
    let words = Words { alphabet: painter.alphabet };
    let puzzle = path.start.grid().line(painter.alphabet).to_string();
    let (mut index, mut sections) = (String::new(), String::new());
    for (number, (before, step)) in path.replay().enumerate() {
        let number = number + 1;
        let kind = match step {
            Step::Singles(singles) if singles.len() == 1 => "1 single".to_owned(),
            Step::Singles(singles) => format!("{} singles", singles.len()),
            Step::Net(net, Some(_)) => format!("chain of {}", net.length()),
            Step::Net(net, None) => format!("net of {}", net.length()),
        };
        writeln!(index, "<li><a href=\"#s{number}\">{number}. {kind}</a></li>")?;
        writeln!(sections, "<section id=\"s{number}\">")?;
        writeln!(sections, "{}", painter.step(number, &before, step))?;
        let told = text::step(number, &before, step, painter.alphabet);
        writeln!(sections, "<pre>{}</pre>\n</section>", escaped(&told))?;
    }
    writeln!(index, "<li><a href=\"#end\">The end</a></li>")?;
    writeln!(sections, "<section id=\"end\">\n{}", painter.end(path))?;
    writeln!(sections, "<p>{}</p>\n</section>", escaped(&words.end(path.end, &path.rest)))?;
    let name = escaped(name);
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{name}: step by step</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<nav>\n<ol>\n{index}</ol>\n</nav>\n<main>\n<header>\n\
         <button id=\"back\" title=\"arrow left\">◀</button> <span id=\"where\"></span> \
         <button id=\"on\" title=\"arrow right\">▶</button>\n<h1>{}</h1>\n</header>\n{sections}</main>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escaped(&puzzle)
    ))
}
