// The address says which step is shown. Links change it, and whatever changes it shows its step:
// so the buttons that a browser has for going back and forward do too.
const sections = [...document.querySelectorAll('main section')];
const links = [...document.querySelectorAll('#steps a')];
const list = document.querySelector('#steps details');
const where = document.querySelector('#where');
const back = document.querySelector('#back');
const on = document.querySelector('#on');
const title = document.title;
const wide = matchMedia('(min-width: 62rem)');
let shown = 0;

function turn(link, number) {
  const target = Math.max(0, Math.min(sections.length - 1, number));
  link.href = `#${sections[target].id}`;
  if (target === shown) link.setAttribute('aria-disabled', 'true');
  else link.removeAttribute('aria-disabled');
}

function show() {
  shown = Math.max(0, sections.findIndex(section => `#${section.id}` === location.hash));
  sections.forEach((section, k) => section.classList.toggle('shown', k === shown));
  links.forEach((link, k) => k === shown
    ? link.setAttribute('aria-current', 'step') : link.removeAttribute('aria-current'));
  turn(back, shown - 1);
  turn(on, shown + 1);
  const steps = sections.length - 1;
  where.textContent = shown < steps ? `${shown + 1} of ${steps}` : 'the end';
  document.title = `${links[shown].textContent} · ${title}`;
  if (wide.matches) links[shown].scrollIntoView({ block: 'nearest' });
}

// The list of steps stands beside them, or is folded where there is no room.
function fold() {
  list.open = wide.matches;
}

document.body.classList.add('scripted');
wide.addEventListener('change', fold);
links.forEach(link => link.addEventListener('click', fold));
window.addEventListener('hashchange', show);
document.addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const targets =
    { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: sections.length - 1 };
  const target = sections[targets[event.key]];
  if (!(event.key in targets)) return;
  event.preventDefault();
  if (!target) return;
  // A key that is held leaves one step behind for going back, not all that it passed.
  if (event.repeat) location.replace(`#${target.id}`);
  else location.hash = target.id;
});
fold();
show();
