/* ---------- drawing: one view at a time, and the bar below it ---------- */
const who = () => (app.task && app.task.from) || t('asker');
function show(node, key) {
  const view = $('view');
  // Nobody could stop it any more; what was said stays with the draft.
  recording?.stop();
  $('main').removeAttribute('aria-busy');
  view.dataset.view = key;
  view.replaceChildren(node);
  const title = node.querySelector('h1');
  document.title = (title ? title.textContent.slice(0, 80) : t('title')) + (app.task && app.task.title ? ' · ' + app.task.title : '');
  if (app.shown && app.shown !== key) {
    scrollTo(0, 0);
    if (title) { title.setAttribute('tabindex', '-1'); title.focus({ preventScroll: true }); }
  }
  app.shown = key;
  app.requestSig = null;
}
function bar(...rows) {
  app.barSig = null;
  $('bar').hidden = !rows.length;
  $('bar').firstElementChild.replaceChildren(...rows);
  fit();
}
/* The bar stays in sight while it is small; beside a picture, its line for words goes first. A keyboard makes the view lower, not the text larger: the tallest view of this width counts. */
const tallest = {};
function fit() {
  const box = $('bar');
  const high = tallest[innerWidth] = Math.max(innerHeight, tallest[innerWidth] || 0);
  const large = () => box.offsetHeight > high / 4;
  box.classList.remove('tight', 'loose');
  if (large() && !document.activeElement?.matches('.with-photo .in') && !box.querySelector('.with-photo .in')?.value) box.classList.add('tight');
  if (large()) { box.classList.remove('tight'); box.classList.add('loose'); }
}
addEventListener('resize', fit);
new ResizeObserver(fit).observe($('bar'));
function render() {
  if (app.task) $('brand').textContent = app.task.title || t('title');
  if (app.problem) { bar(); return show(problemScene(app.problem), 'problem-' + app.problem.kind); }
  if (app.sent) { bar(); return app.shown === 'sent' ? undefined : show(sentScene(app.sent), 'sent'); }
  if (app.out && app.out.loud) { bar(); return outScene(); }
  const task = app.task;
  if (!task) return undefined;
  if (task.people && task.people.length > 1 && !chosen()) { bar(); return settled('who', whoScene); }
  if (task.state === 'taken') { bar(); return settled('taken', takenScene); }
  if (task.state === 'over') { bar(); return settled('over', overScene); }
  return taskView(task);
}

/* ---------- scenes: what there is to say when there is nothing to do ---------- */
function scene(ico, title, paragraphs, actions = [], tone = '', about = null) {
  const head = h('h1', { tabindex: '-1' }, title);
  return h('div', { class: 'scene ' + tone }, h('div', { class: 'mark' }, icon(ico)), head,
    paragraphs.filter(Boolean).map((text) => (text instanceof Node ? text : h('p', { dir: 'auto' }, text))), about ? h('p', { class: 'about', dir: 'auto' }, about) : null, actions);
}
/* What says nothing new is not drawn again: somebody may be reading it. */
function settled(key, build) {
  const { token, context, ...task } = app.task;
  const now = sig([task, hasDraft()]);
  if (app.shown !== key || app.sceneSig !== now) {
    const open = app.shown === key && $('view').querySelector('details[open]');
    show(build(app.task), key);
    if (open) $('view').querySelector('details')?.setAttribute('open', '');
  }
  app.sceneSig = now;
}
const chosen = () => { const id = keep.get('who:' + link.id); return app.people && app.people.find((one) => one.id === id); };
function whoScene(task) {
  return scene('taken', t('who.title'), [t('who.text')], [
    h('ul', { class: 'people' }, task.people.map((one) => h('li', {}, button(one.name || one.id, () => { keep.set('who:' + link.id, one.id); load(); }, 'b', 'taken')))),
    h('p', { class: 'soft small' }, t('who.kept'))], '', task.intent);
}
const keptNote = () => hasDraft() && h('details', {}, h('summary', {}, t('draft.kept')),
  h('ul', { class: 'entries' }, Object.entries(draft).filter(([key]) => key !== 'at').flatMap(([, values]) => Object.values(values || {}).filter((v) => typeof v === 'string' && v.trim()).map((v) => h('li', { dir: 'auto' }, v))),
    app.files.map((file) => h('li', {}, h('bdi', {}, file.name)))),
  button(t('draft.erase'), async () => { for (const name of Object.keys(draft)) if (name !== 'at') await dropDraft(name); await dropDraft('answer'); render(); }, 'plain text'));
/* What became of an answer that came too late. */
function fate(late, otherwise) {
  if (!late || !late.said) return otherwise;
  return t('fate.' + (late.picture ? 'picture' : 'answer') + (late.kept ? '.kept' : '.lost'));
}
const takenScene = (task) => {
  const holder = task.holder && task.holder.name ? task.holder.name : plainValue(task.holder) || t('somebody');
  return scene('taken', t(task.late ? 'taken.faster' : 'taken.title', holder), [fate(task.late, t('taken.text')), keptNote()], [answeringAs()], 'quiet', task.intent);
};
const ENDED = ['completed', 'partial', 'cancelled', 'expired', 'declined', 'failed', 'delegated', 'superseded'];
const ending = (status) => t(['completed', 'partial'].includes(status) ? 'over.' + status + '.title' : ENDED.includes(status) ? 'ended.' + status : 'over.title');
const OVER = { completed: ['done', ''], partial: ['part', ''], expired: ['late', 'quiet'], failed: ['bad', 'hot'] };
function overScene(task) {
  const [ico, tone] = OVER[task.status] || ['over', 'quiet'];
  const text = t(task.status === 'cancelled' ? 'over.cancelled' : task.status === 'expired' ? 'over.expired' : 'over.text');
  const box = scene(ico, ending(task.status), [fate(task.late, text), keptNote()], [answeringAs()], tone, task.intent);
  return (task.conversation || []).length ? h('div', {}, box, h('div', { class: 'scene' }, talk(task))) : box;
}
function sentScene(sent) {
  const box = scene(sent.icon || 'done', t('sent.title'), [sent.text], [sent.what, h('div', { class: 'next', id: 'next', hidden: true }),
    h('p', { class: 'soft' }, t('sent.close')), button(t('sent.look'), () => { app.sent = null; load(); }, 'b')], '', app.task && app.task.intent);
  offerNext();
  return box;
}
/* What was sent, as it was sent: from the message itself, and from the files before they leave this device. */
function sentWhat(out, picked) {
  const message = JSON.parse(out.text);
  const response = (message.find((one) => one.response) || {}).response || {};
  const rows = (response.content || []).flatMap((one) => {
    if (one.text != null) return [prose(one.text)];
    if (one.confirmation != null) return [h('p', {}, t(one.confirmation ? 'yes' : 'no'))];
    if (one.structured) return Object.entries(one.structured).map(([name, value]) => h('p', { dir: 'auto' }, words(name) + ': ' + plainValue(value)));
    if (one.location) return [h('p', {}, one.location.lat.toFixed(5) + ', ' + one.location.lng.toFixed(5))];
    return [];
  });
  if (response.notes) rows.push(prose(response.notes));
  const images = picked.filter((file) => file.kind === 'image').map((file) => h('img', { class: 'thumb', src: URL.createObjectURL(file.blob), alt: file.name }));
  if (images.length) rows.push(h('div', { class: 'thumbs' }, images));
  picked.filter((file) => file.kind !== 'image').forEach((file) => rows.push(h('p', {}, h('bdi', {}, file.name))));
  return rows.length ? h('section', { class: 'sent', 'aria-label': t('sent.what') }, h('h2', {}, t('sent.what')), h('div', { class: 'entries' }, rows)) : null;
}
/* Another task of the same person: only links that this device has opened before are looked at, so that a link still opens one task and no more. */
async function offerNext() {
  const you = app.task && app.task.you && app.task.you.id;
  if (!you || app.people) return;
  let places = [];
  try { places = Object.keys(localStorage).filter((key) => key.startsWith('mess:key:') && key !== 'mess:key:' + link.place); } catch { return; }
  const known = places.map((key) => ({ place: key.slice(9), key: localStorage.getItem(key) }))
    .map((one) => ({ ...one, of: claims(one.key) })).filter((one) => one.of.executor === undefined || (one.of.executor === you && one.of.exp * 1000 > Date.now()))
    .sort((a, b) => (b.of.iat || 0) - (a.of.iat || 0)).slice(0, 8);
  for (const { place, key } of known) {
    const short = place.startsWith('c:');
    const name = place.slice(2);
    let got;
    try { got = await call('/task?' + (short ? 'code=' + encodeURIComponent(name) + '&t=' : 'token=') + encodeURIComponent(key)); } catch { return; }
    const task = got.body;
    if (got.status !== 200 || (task.people && task.people.length > 1) || !task.you || task.you.id !== you || !['open', 'yours'].includes(task.state)) continue;
    const box = $('next');
    if (!box) return;
    box.replaceChildren(h('h2', {}, t('next.title')), h('a', { class: 'fileline', href: link.base + (short ? '/r/' + name : '/respond?ref=' + encodeURIComponent(name)) },
      icon('free'), h('span', {}, h('b', { dir: 'auto' }, task.intent), h('small', {}, task.deadline ? left(task.deadline) : t(task.state === 'yours' ? 'next.yours' : 'next.open')))));
    box.hidden = false;
    return;
  }
}
function problemScene(problem) {
  const kept = hasDraft() || app.out ? t('draft.kept') + '.' : null;
  switch (problem.kind) {
    case 'expired': return scene('late', t('problem.expired.title'), [t('problem.expired'), kept], [button(t('problem.renew'), renew, 'b go', 'mail')], 'quiet');
    case 'renewed': return scene('mail', t('problem.renewed.title'), [problem.text, kept]);
    case 'forged': return scene('bad', t('problem.forged.title'), [t('problem.forged')], [], 'hot');
    case 'refused': return scene('bad', t('problem.forged.title'), [problem.text || t('problem.refused'), kept], [], 'hot');
    case 'gone': return scene('over', t('problem.gone.title'), [t('problem.gone'), kept], [], 'quiet');
    default: return scene('cloud', t('problem.load.title'), [problem.text, kept], [button(t('again'), () => load(), 'b go')], 'hot');
  }
}
function answeringAs() {
  const task = app.task;
  if (!task || !task.you) return null;
  return h('p', { class: 'soft small' }, around('answering_as', h('b', {}, h('bdi', {}, task.you.name || task.you.id))),
    app.people && app.people.length > 1 ? [' · ', button(t('not_you'), () => { keep.drop('who:' + link.id); load(); }, 'plain text')] : null);
}
