/* ---------- asking the server ---------- */
async function call(path, options = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 20000);
  try {
    const response = await fetch(link.base + path, { headers: { Accept: 'application/json' }, cache: 'no-store', credentials: 'omit', redirect: 'error', signal: stop.signal, ...options });
    const body = await response.json().catch(() => ({}));
    return { status: response.status, body, after: Number(response.headers.get('Retry-After')) || 0 };
  } finally { clearTimeout(timer); }
}
async function fetchTask() {
  const first = await call('/task?' + link.query);
  if (first.status !== 200) return first;
  app.people = first.body.people || null;
  const one = chosen();
  if (!one || !one.token || (first.body.you && first.body.you.id === one.id)) {
    if (one) first.body.people = null;
    return first;
  }
  const own = await call('/task?token=' + encodeURIComponent(one.token));
  if (own.status === 200) own.body.people = null;
  return own;
}
let loading = 0;
async function load(quiet = false) {
  const mine = ++loading;
  let answer;
  try { answer = await fetchTask(); } catch { answer = { status: 0, body: {} }; }
  if (mine !== loading) return;
  app.seen = Date.now();
  const { status, body } = answer;
  // Before any task has said whose language counts, it is that of the last one here, or of the device.
  if (status !== 200 && !app.task) await speak((keep.get('texts') || navigator).language);
  if (status === 200) {
    const before = app.task;
    await speak(body.language);
    if (mine !== loading) return;
    app.problem = null;
    if (before && before.late) body.late = before.late;
    app.task = body;
    if (body.people && body.people.length > 1) seen.drop(); else seen.keep(body);
    online(true);
    if (before && before.state !== body.state) changed(before, body);
    else if (before && (body.conversation || []).length > (before.conversation || []).length) {
      const last = body.conversation.at(-1);
      if (!last.mine) toast(saidBy(last, last.from).join('') + '.', 'mail');
    }
    render();
    if (app.out && !app.xhr && !app.out.refused && !app.retry) send();
  } else if (status === 401) {
    app.problem = { kind: { 'urn:mess:expired': 'expired', 'urn:mess:ended': 'refused' }[body.type] || 'forged', text: body.detail };
    seen.drop();
    if (app.problem.kind !== 'expired') link.forget();
    closeSheet();
    render();
  } else if (status === 403 || status === 404) { seen.drop(); app.problem = { kind: status === 404 ? 'gone' : 'refused', text: body.detail }; closeSheet(); render(); }
  else if (!app.task || !quiet) {
    const text = status === 0 ? t(navigator.onLine ? 'trouble.server' : 'trouble.network') : body.detail || t('trouble.busy');
    const last = !app.task && seen.last();
    if (last) app.task = { ...last.task, stale: true };
    if (!app.task) app.problem = { kind: 'load', text: text + ' ' + t('trouble.again') };
    online(status !== 0);
    if (app.out && !app.xhr && !app.out.refused && !app.retry) later(app.out, text); else render();
  } else online(status !== 0);
}
function changed(before, now) {
  if (now.state === 'taken' || now.state === 'over') {
    closeSheet();
    alarm(now.state === 'taken' ? t('taken.now') : ending(now.status));
  } else if (before.state === 'yours' && now.state === 'open') toast(t('free_again'), 'free');
}
function online(reached) {
  const off = !navigator.onLine || !reached;
  if ($('offline').hidden === off) { $('offline').hidden = !off; say(t(off ? 'trouble.network' : 'network_back')); }
}
async function renew(event) {
  if (renew.busy) return;
  renew.busy = true;
  event.currentTarget.setAttribute('aria-disabled', 'true');
  let answer;
  try { answer = await call('/task/renew?' + link.query, { method: 'POST' }); } catch { answer = { status: 0, body: {} }; }
  renew.busy = false;
  if (answer.status === 202) app.problem = { kind: 'renewed', text: t('problem.renewed') };
  else if (answer.status === 429) app.problem = { kind: 'renewed', text: t('problem.renewed.before') };
  else { alarm(''); toast(answer.body.detail || t('failed'), 'bad'); event.target.closest('button')?.removeAttribute('aria-disabled'); render(); return; }
  render();
}

/* ---------- saying something: it is kept here until the server has it on its disk ---------- */
function submit(kind, message, picked = []) {
  if (app.out || app.waits) return;
  const text = JSON.stringify(message);
  const what = text + '|' + picked.map((file) => file.id).join();
  const known = keep.get('key:' + link.id) || {};
  const key = known.what === what ? known.key : random();
  keep.set('key:' + link.id, { what, key });
  app.out = { kind, text, key, files: picked.map((file) => file.id), who: app.task.you && app.task.you.id, at: Date.now(), loud: picked.length > 0 };
  keep.set('out:' + link.id, app.out);
  closeSheet();
  app.tries = 0;
  setTimeout(() => { if (app.out && app.out.key === key && !app.out.loud) { app.out.loud = true; render(); } }, 700);
  say(t('sending'));
  render();
  send();
}
const part = (file) => file.part;
async function send() {
  clearTimeout(app.retry); app.retry = null;
  const out = app.out;
  if (!out || app.xhr || out.refused) return;
  // What this device remembers of a task has no token, nor does it say who may answer now.
  if (!app.task || app.task.stale) return void load();
  const token = app.task.token || link.token;
  if (!token) { clearOut(); return render(); }
  const all = await files.list(link.id);
  if (app.xhr || app.out !== out) return;
  const body = new FormData();
  body.append('message', new Blob([out.text], { type: 'application/json' }), 'message.json');
  for (const id of out.files) {
    const file = all.find((one) => one.id === id);
    if (file) body.append(part(file), file.blob, file.name);
  }
  const xhr = app.xhr = new XMLHttpRequest();
  xhr.open('POST', link.base + '/thread/' + encodeURIComponent(app.task.ref));
  xhr.setRequestHeader('Authorization', 'Bearer ' + token);
  xhr.setRequestHeader('Idempotency-Key', out.key);
  xhr.setRequestHeader('Accept', 'application/json');
  xhr.timeout = 180000;
  xhr.upload.onprogress = (event) => { if (event.lengthComputable) meter(event.loaded, event.total); };
  xhr.onload = () => { app.xhr = null; let reply = {}; try { reply = JSON.parse(xhr.responseText); } catch { /* said by a proxy */ } answered(out, xhr.status, reply, Number(xhr.getResponseHeader('Retry-After')) || 0); };
  xhr.onerror = xhr.ontimeout = xhr.onabort = () => { app.xhr = null; later(out, t('trouble.broke_off')); };
  out.trouble = null;
  if (out.loud) render();
  xhr.send(body);
}
function later(out, why, after = 0) {
  if (app.out !== out) return;
  out.loud = true; out.trouble = why;
  const wait = after || [2, 5, 10, 20, 40, 60][Math.min(app.tries = (app.tries || 0) + 1, 6) - 1];
  clearTimeout(app.retry);
  app.retry = setTimeout(() => { app.retry = null; send(); }, wait * 1000);
  render();
  alarm(t('unsent.title') + ' ' + t('unsent'));
}
function clearOut() { app.out = null; app.tries = 0; clearTimeout(app.retry); app.retry = null; keep.drop('out:' + link.id); }
async function answered(out, status, reply, after) {
  if (app.out !== out) return;
  if (status === 200) {
    const what = SENT[out.kind] ? sentWhat(out, (await files.list(link.id)).filter((file) => out.files.includes(file.id))) : null;
    clearOut(); keep.drop('key:' + link.id);
    await dropDraft(FORM[out.kind] || out.kind, out.files);
    app.full = false;
    if (SENT[out.kind]) seen.drop();
    if (reply.token) app.task.token = reply.token;
    const end = SENT[out.kind];
    if (end) app.sent = { text: t('sent.' + out.kind, who()), icon: end, what }; else if (out.kind === 'claim') say(t('told.claim', who())); else toast(t('told', who()));
    if (end) say(t('sent.title') + ' ' + app.sent.text);
    $('offline').hidden = true;
    render();
    await load(true);
  } else if (status === 409) {
    clearOut();
    const over = reply.type === 'urn:mess:over';
    keep.drop('key:' + link.id);
    if (reply.kept) await dropDraft(FORM[out.kind] || out.kind, out.files);
    const late = { kept: reply.kept, said: out.kind !== 'claim' && out.kind !== 'decline', picture: out.files.length > 0 };
    app.task = { ...app.task, late: reply.again ? app.task.late : late, state: over ? 'over' : 'taken', status: reply.status_code || (over && isNaN(reply.status) ? reply.status : app.task.status), holder: { id: reply.holder, name: reply.holder_name || reply.holder } };
    seen.drop();
    alarm(over ? ending(app.task.status) : reply.holder === null ? t('free_again') : t('taken.faster', reply.holder_name || t('somebody')));
    render();
    await load(true);
  } else if (status === 401) {
    app.tries = (app.tries || 0) + 1;
    if (app.tries > 3) { out.refused = t('refused.link'); out.loud = true; render(); } else { out.refused = null; app.retry = null; await load(); }
  } else if (status === 0 || status === 408 || status === 425 || status === 429 || status >= 500) later(out, reply.detail || t('trouble.busy'), after);
  else {
    out.loud = true;
    out.refused = reply.detail || t(status === 413 ? 'refused.large' : 'refused');
    keep.set('out:' + link.id, out);
    alarm(t('refused.title') + ' ' + out.refused);
    render();
  }
}
const FORM = { done: 'answer', partly: 'answer' };
/* What ends a visit, and its picture. */
const SENT = { done: 'done', partly: 'part', decline: 'back', giveback: 'back' };
function outScene() {
  const out = app.out;
  const change = button(t('change'), () => { clearOut(); render(); reopen(out.kind); }, 'b');
  const away = button(t(out.kind === 'claim' ? 'leave' : 'back'), () => { clearOut(); load(); }, 'b');
  let node;
  if (out.refused) node = scene('bad', t('refused.title'), [out.refused, out.kind === 'claim' ? null : t('refused.kept')], [h('div', { class: 'picks' }, out.kind === 'claim' ? null : change, away)], 'hot');
  else if (out.trouble) node = scene('cloud', t('unsent.title'), [out.trouble + ' ' + t('unsent.when')],
    [button(t('unsent.now'), () => send(), 'b go'), h('div', { class: 'picks' }, out.kind === 'claim' ? away : change)], 'hot');
  else node = scene('mail', t(['claim', 'ask'].includes(out.kind) ? 'sending.' + out.kind : 'sending.answer'), [h('div', { class: 'meter', role: 'progressbar', 'aria-label': t('sending'), 'aria-valuemin': '0', 'aria-valuemax': '100', id: 'meter' }, h('i', {})),
    h('p', { class: 'soft', id: 'meter-text' }, t('sending.stay'))]);
  node.querySelector('.meter')?.style.setProperty('width', '100%');
  show(node, 'out');
}
function meter(loaded, total) {
  const box = $('meter');
  if (!box) return;
  box.setAttribute('aria-valuenow', String(Math.round(100 * loaded / total)));
  box.firstElementChild.style.transform = 'scaleX(' + loaded / total + ')';
  if (total > 1e5) $('meter-text').textContent = t('sending.bytes', bytes(Math.min(loaded, total)), bytes(total)) + ' ' + t('sending.stay');
}
function reopen(kind) {
  if (kind === 'done') return void (document.querySelector('.line .in, #answer .in') || $('primary'))?.focus();
  const open = { partly: sheets.partly, decline: sheets.decline, giveback: sheets.decline }[kind] || sheets[kind];
  return open && open();
}
const re = () => app.task.ref;
const status = (code, more = {}) => ({ status: { re: re(), code, ...more } });
function claim() { submit('claim', [status('claimed')]); }

