/* ---------- the answer: what the hint asks for is the first thing to tap; everything else is in the page ---------- */
const MEDIA = { image: 'camera', audio: 'mic', video: 'video', file: 'file' };
const labelOf = (hint) => (typeof hint.spec === 'string' && hint.spec.trim() ? words(hint.spec) : '');
/* How a task is answered. Of kind: choice (a tap answers), text (a line), photo (a picture, perhaps with words), form, none (nothing is hinted at), first (a go-ahead has to come first). */
function plan(task) {
  const hints = (task.hint || []).slice(0, 20).map((hint, i) => ({ ...hint, key: 'h' + i }));
  if (task.confirmBefore && !cleared(task)) return { kind: 'first', hints };
  if (!hints.length) return { kind: 'none', hints };
  const others = hints.filter((hint) => hint.type !== 'text');
  const [one] = others;
  if (!one && hints.length === 1) return { kind: 'text', hints };
  if (others.length === 1) {
    const yesOrNo = [[false, t('no')], [true, t('yes')]];
    if (one.type === 'confirmation') return { kind: 'choice', hints, label: labelOf(one), options: yesOrNo, content: (value) => ({ confirmation: value }) };
    const [field, ...more] = one.type === 'structured' || one.type === 'json' ? fieldsOf(one.spec) : [];
    if (field && !more.length) {
      const options = field.type === 'boolean' ? yesOrNo : field.type === 'options' && field.options.length <= 6 && field.options.every(([, text]) => text.length <= 30) ? field.options : null;
      if (options) return { kind: 'choice', hints, label: field.label, options, content: (value) => ({ structured: { [field.name]: value } }) };
    }
  }
  const images = hints.filter((hint) => hint.type === 'image');
  const texts = hints.filter((hint) => hint.type === 'text');
  if (images.length === 1 && texts.length <= 1 && hints.length === images.length + texts.length) return { kind: 'photo', hints, text: texts[0] };
  return { kind: 'form', hints };
}
/* Whether the one who asks has said something since a go-ahead was asked for. */
function cleared(task) {
  const said = task.conversation || [];
  const asked = said.findLastIndex((one) => one.mine && one.kind === 'needs_confirmation');
  return asked >= 0 && said.slice(asked).some((one) => one.kind === 'reply');
}
const inPage = (task, how) => task.state === 'yours' || how.kind === 'form' || app.full;

/* ---------- the form in the page ---------- */
function drawAnswer(task) {
  const how = plan(task);
  const box = $('answer');
  const now = sig([task.ref, how, task.state, inPage(task, how), language]);
  if (now !== app.answerSig) {
    app.answerSig = now;
    const v = form('answer');
    const fields = inPage(task, how) && how.kind !== 'first' ? formFields(task, how, v) : [];
    box.setAttribute('aria-label', t('answer'));
    box.replaceChildren(...(fields.length ? [h('h2', {}, t('answer'))] : []), ...fields, $('spot') || h('div', { id: 'spot' }), h('ul', { class: 'held', id: 'held', 'aria-label': t('added') }));
    if (inPage(task, how) && how.kind !== 'first') box.append(extras(how, v));
  }
  drawHeld();
}
function formFields(task, how, v) {
  const children = [];
  for (const hint of how.hints) {
    const { spec } = hint;
    const label = labelOf(hint);
    if (hint.type === 'text') children.push(input(v, hint.key, label || t('words'), { rows: how.hints.length > 1 ? 2 : 3 }));
    else if (hint.type === 'confirmation') { if (how.kind !== 'choice') children.push(picks(v, hint.key, label || t('is_it_so'), yesNo())); }
    else if (hint.type === 'structured' || hint.type === 'json') { if (how.kind !== 'choice') fieldsOf(spec).forEach((field) => children.push(structured(v, hint.key, field))); }
    else if (MEDIA[hint.type] || hint.type === 'location') children.push(h('div', { class: 'field' }, h('span', { class: 'lab' }, t(hint.type === 'image' ? 'picture' : hint.type === 'location' ? 'place' : hint.type), label ? h('span', { class: 'hint' }, label) : null), adders([hint.type])));
    else children.push(input(v, hint.key, words(hint.type) + (label ? ': ' + label : ''), { rows: 2 }));
  }
  if (!how.hints.length) children.push(input(v, 'text', t('words'), { rows: 3, hint: t('optional') }));
  return children;
}
/* What was not asked for, and may go with it all the same. */
function extras(how, v) {
  const asked = how.hints.map((hint) => hint.type);
  const rest = ['image', 'audio', 'video', 'file', 'location'].filter((kind) => !asked.includes(kind));
  const box = h('details', { class: 'extra' }, h('summary', {}, t('extra')),
    h('div', { class: 'fields' }, input(v, 'notes', t('notes'), { rows: 2, hint: t('notes.hint', who()) }), adders(rest)));
  box.open = filled(v.notes);
  return box;
}
function adders(kinds) {
  const facing = () => (prefs.defaultCamera === 'front' ? 'user' : 'environment');
  const all = {
    image: [['camera', t('camera'), () => takePhoto()], ['image', t('gallery'), () => pick('image', 'image/*')]],
    audio: [['mic', t('voice'), () => record()]],
    video: [['video', t('video'), () => pick('video', 'video/*', facing())]],
    file: [['file', t('file'), () => pick('file', '')]],
    location: [['place', t('place'), () => locate()]],
  };
  return h('div', { class: 'adders', role: 'group', 'aria-label': t('add') }, kinds.flatMap((kind) => all[kind]).map(([ico, label, act]) =>
    h('button', { type: 'button', class: 'adder', onclick: act }, icon(ico), h('span', {}, label))));
}

/* ---------- the bar: the first thing to tap ---------- */
function drawBar(task) {
  const how = plan(task);
  const mine = task.state === 'yours';
  const pictures = app.files.some((file) => file.kind === 'image');
  const now = sig([task.ref, how, task.state, task.status, inPage(task, how), pictures, app.files.length, !!app.out, app.waits, app.sure, language]);
  if (app.barSig === now && !$('bar').hidden) return;
  const typing = document.activeElement && $('bar').contains(document.activeElement) && document.activeElement.name;
  const more = square(t('more'), () => sheets.more(), 'more', { 'aria-haspopup': 'dialog' });
  const ask = button(t('ask'), () => sheets.ask(), 'b');
  const rows = [...acts(task, how, pictures)];
  if (!app.sure) rows.push(h('div', { class: 'less' }, mine ? button(t('give_back'), () => sheets.decline(), 'b')
    : [how.kind === 'none' || how.kind === 'first' ? null : button(t('claim'), claim, 'b'), button(t('decline'), () => sheets.decline(), 'b')], ask, more));
  bar(...rows);
  app.barSig = now;
  // Long words of a language, or large text, leave no room for this one.
  if (ask.parentNode && ask.parentNode.offsetHeight > 1.5 * more.offsetHeight) ask.replaceWith(square(t('ask'), () => sheets.ask(), 'ask'));
  fit();
  if (app.out || app.waits) $('bar').querySelectorAll('.acts button, .line button').forEach((one) => one.setAttribute('aria-disabled', 'true'));
  if (typing) $('bar').querySelector('[name="' + typing + '"]')?.focus();
}
function acts(task, how, pictures) {
  const mine = task.state === 'yours';
  const wrong = h('p', { class: 'note', role: 'alert', id: 'wrong', hidden: true });
  const send = (label = t('send'), ico = 'done') => button(app.waits ? t('sending') : app.sure ? t('send_anyway') : label, () => finish(), 'b go', ico, { id: 'primary' });
  const sending = t(app.waits ? 'sending' : 'send');
  const row = (...children) => h('div', { class: 'acts' }, children);
  const line = (key, label, cls = '', sends = true) => h('div', { class: 'line ' + cls, 'data-form': 'answer' }, oneLine(key, label), sends ? h('button', { type: 'button', class: 'b go square', id: 'primary', 'aria-label': sending, title: sending, onclick: () => finish() }, icon('send')) : null);
  if (how.kind === 'first') return mine ? [row(button(t('more.confirm'), () => sheets.confirm(), 'b go', 'sure', { id: 'primary' }))] : [row(button(t('claim'), claim, 'b go', 'mine', { id: 'primary' }))];
  if (how.kind === 'choice') {
    return [how.label ? h('p', { class: 'question', dir: 'auto' }, how.label) : null, wrong, row(how.options.map(([value, label]) =>
      button(label, () => finish({ content: [how.content(value)] }), value === true ? 'b go' : value === false ? 'b big' : 'b choice', null, value === true ? { id: 'primary' } : {})))].filter(Boolean);
  }
  if (how.kind === 'photo' && !pictures && !app.sure) {
    const take = row(button(t('take_photo'), () => takePhoto(), 'b go', 'camera', { id: 'primary' }),
      inPage(task, how) ? button(t('send'), () => finish(), 'b some') : square(t('gallery'), () => pick('image', 'image/*'), 'image'));
    const withWords = how.text && !inPage(task, how) ? line(how.text.key, labelOf(how.text) || t('answer'), 'with-photo') : null;
    if (withWords) withWords.lastChild.removeAttribute('id');
    return [wrong, take, withWords].filter(Boolean);
  }
  if (how.kind === 'photo' && how.text && !inPage(task, how)) return [wrong, line(how.text.key, labelOf(how.text) || t('answer'), '', false), row(send())];
  if (how.kind === 'text' && !inPage(task, how)) return [wrong, line('h0', labelOf(how.hints[0]) || t('answer'))];
  if (how.kind === 'none' && !mine && !app.full) return [row(button(t('claim'), claim, 'b go', 'mine', { id: 'primary' }))];
  return [wrong, row(send(how.kind === 'none' ? t('done') : t('send')))];
}
function oneLine(key, label) {
  const field = h('textarea', { class: 'in', name: key, rows: 1, dir: 'auto', 'aria-label': label, placeholder: label });
  field.value = form('answer')[key] ?? '';
  return field;
}

/* ---------- sending it: an answer to a task that is free takes the task, too ---------- */
function collect(how, chosen) {
  const v = form('answer');
  const content = [...(chosen || [])];
  const missing = [];
  const needed = [];
  const texts = how.hints.filter((hint) => hint.type === 'text');
  for (const hint of how.hints) {
    const value = trimmed(v[hint.key]);
    if (hint.type === 'confirmation') { if (!chosen) { if (value) content.push({ confirmation: value === 'yes' }); else missing.push(t('missing.confirmation')); } }
    else if (hint.type === 'structured' || hint.type === 'json') {
      if (chosen) continue;
      const object = {};
      for (const field of fieldsOf(hint.spec)) {
        const one = typedValue(field, v[hint.key + '.' + field.name]);
        if (one !== undefined) object[field.name] = one; else if (field.required) needed.push(hint.key + '.' + field.name);
      }
      if (Object.keys(object).length) content.push({ structured: object }); else if (!needed.length) missing.push(t('missing.form'));
    } else if (MEDIA[hint.type]) { if (!app.files.some((file) => file.kind === hint.type)) missing.push(t('missing.' + hint.type)); }
    else if (hint.type === 'location') { if (!filled(v.place)) missing.push(t('missing.location')); }
    else if (value) content.push({ text: texts.length > 1 && typeof hint.spec === 'string' ? hint.spec + ': ' + value : value });
    else if (!chosen) missing.push(t('missing.text'));
  }
  if (trimmed(v.text)) content.push({ text: trimmed(v.text) });
  if (v.place && v.place.lat != null) content.push({ location: v.place });
  else if (v.place && trimmed(v.place.text)) content.push({ text: t('place_said', v.place.text) });
  app.files.forEach((file) => content.push({ [file.kind]: { part: file.part } }));
  return { content, missing: [...new Set(missing)], needed, notes: trimmed(v.notes) };
}
/* What is being recorded or added goes along. What cannot be added has been told, and whoever sends may not want to go without. */
async function gather(answer) {
  const how = sig(plan(app.task));
  const { sure } = app;
  app.waits = true;
  closeSheet();
  drawBar(app.task);
  say(t('sending'));
  recording?.stop();
  let all = true;
  while (adding.size) all = (await Promise.all(adding)).every(Boolean) && all;
  app.waits = false;
  // Meanwhile somebody else may have taken the task, or it asks for something else.
  if (app.shown !== 'task') return;
  app.sure = sure;
  drawBar(app.task);
  if (all && how === sig(plan(app.task))) finish(answer);
}
function finish(answer = {}) {
  if (app.out || app.waits) return;
  if (adding.size) return void gather(answer);
  const { content: chosen, partly } = answer;
  const task = app.task;
  const how = plan(task);
  const got = collect(how, chosen);
  const wrong = (text) => { const box = $('wrong'); if (box) { box.textContent = text; box.hidden = false; fit(); } };
  if (got.needed.length && !partly) {
    const field = $('view').querySelector('[name="' + got.needed[0] + '"]');
    wrong(t('fill_in'));
    field?.focus();
    return;
  }
  const empty = !got.content.length && !got.notes;
  if (!partly && empty && how.hints.length) {
    wrong(t('nothing_yet', got.missing.join(', ')));
    document.querySelector('.line .in, #answer .in')?.focus();
    return;
  }
  if (!partly && got.missing.length && !app.sure) {
    app.sure = true;
    drawBar(task);
    wrong(t('not_all_yet', got.missing.join(', ')));
    return;
  }
  app.sure = false;
  const first = partly ? status('partial', partly) : status('completed');
  const response = { response: given({ re: re(), content: got.content, notes: got.notes }) };
  submit(partly ? 'partly' : 'done', empty ? [first] : [first, response], app.files);
}
