/* ---------- sheets ---------- */
function openSheet(name, title, body, foot) {
  const box = $('sheet');
  app.sheet = name;
  box.replaceChildren(
    h('div', { class: 'sheet-head' }, h('h2', { id: 'sheet-title', tabindex: '-1' }, title), h('button', { type: 'button', class: 'plain', 'aria-label': t('close'), onclick: () => closeSheet() }, icon('close'))),
    h('div', { class: 'sheet-body' }, body), foot ? h('div', { class: 'sheet-foot' }, foot) : '');
  if (!box.open) { history.pushState({ sheet: true }, ''); box.showModal(); }
  $('sheet-title').focus();
}
function closeSheet() {
  if ($('lens').open) $('lens').close();
  if ($('sheet').open) $('sheet').close();
}
$('sheet').addEventListener('close', () => {
  if (app.sheet) { app.sheet = null; if (history.state && history.state.sheet) history.back(); render(); }
});
$('sheet').addEventListener('click', (event) => { if (event.target === $('sheet')) closeSheet(); });
addEventListener('popstate', () => { if ($('sheet').open) { app.sheet = null; $('sheet').close(); render(); } });
/* What is typed is kept at every stroke. */
document.addEventListener('input', (event) => {
  const { name, type, value, checked } = event.target;
  const group = event.target.closest('[data-form]');
  if (!group || !name || type === 'file') return;
  if (type === 'checkbox') form(group.dataset.form)[name] = checked; else form(group.dataset.form)[name] = value;
  saveDraft();
  if (app.sure && group.dataset.form === 'answer') { app.sure = false; drawBar(app.task); }
});
function sheetOf(name, title, children, sendLabel, go) {
  const wrong = h('p', { class: 'note', role: 'alert', hidden: true });
  const ready = (text) => { wrong.textContent = text; wrong.hidden = false; };
  const box = h('div', { 'data-form': name, class: 'fields' }, children);
  openSheet(name, title, [box], [wrong, button(sendLabel, () => { wrong.hidden = true; go(form(name), ready); }, 'b go', null, { id: 'send' })]);
}
const sheets = {
  more() {
    const item = (ico, key, act) => h('button', { type: 'button', class: 'b', onclick: act }, icon(ico), h('span', {}, t(key), h('small', {}, t(key + '.hint'))));
    const mine = app.task.state === 'yours';
    openSheet('more', t('more'), [h('div', { class: 'menu' },
      inPage(app.task, plan(app.task)) ? null : item('done', 'more.full', unfold),
      item('part', 'more.partly', () => sheets.partly()),
      mine ? [item('steps', 'more.progress', () => sheets.progress()), item('wait', 'more.waiting', () => sheets.waiting()), item('hold', 'more.hold', () => sheets.hold())] : null,
      item('sure', 'more.confirm', () => sheets.confirm()))]);
  },
  partly() {
    const v = form('answer');
    sheetOf('answer', t('more.partly'), [input(v, 'completed', t('partly.completed'), { rows: 2, hint: t('one_a_line') }), input(v, 'remaining', t('partly.remaining'), { rows: 2, hint: t('one_a_line') }),
      input(v, 'reason', t('partly.reason'), { rows: 2, hint: t('optional') })], t('send'), (values, wrong) => {
      const remaining = lines(values.remaining);
      if (!remaining.length) { wrong(t('partly.missing')); return $('sheet').querySelector('[name=remaining]').focus(); }
      return finish({ partly: given({ completed: lines(values.completed), remaining, reason: trimmed(values.reason) }) });
    });
  },
  decline() {
    const mine = app.task.state === 'yours';
    const v = form('decline');
    const reasons = (mine ? ['unfinished', 'no_time_after_all', 'not_there', 'missing'] : ['no_time', 'not_there', 'unable', 'unwilling']).map((key) => t('reason.' + key));
    const text = input(v, 'reason', t('why'), { hint: t('why.hint', who()), rows: 2 });
    const area = text.querySelector('textarea');
    sheetOf('decline', t(mine ? 'give_back' : 'decline'), [
      h('div', { class: 'picks', role: 'group', 'aria-label': t('reasons') }, reasons.map((reason) => button(reason, () => { area.value = reason; v.reason = reason; saveDraft(); }, 'b'))), text],
      t(mine ? 'give_back' : 'decline'), (values) => submit(mine ? 'giveback' : 'decline', [status('declined', { reason: trimmed(values.reason) || t('reason.none') })]));
  },
  ask() {
    const v = form('ask');
    const list = h('div', { class: 'fields' });
    const add = (n) => list.append(h('div', { class: 'fields' }, input(v, 'q' + n, n === 1 ? t('ask.question') : t('ask.question.n', n), { rows: 2 }),
      input(v, 'o' + n, t('ask.options'), { type: 'text', hint: t('ask.options.hint') })));
    let count = 1;
    while (trimmed(v['q' + (count + 1)])) count++;
    for (let n = 1; n <= count; n++) add(n);
    sheetOf('ask', t('ask.title', who()), [list, button(t('ask.another'), () => { if (count < 9) { add(++count); list.lastChild.querySelector('textarea').focus(); } }, 'b')], t('ask'), (values, wrong) => {
      const questions = [];
      for (let n = 1; n <= count; n++) {
        const question = trimmed(values['q' + n]);
        if (question) questions.push(given({ field: 'q' + (questions.length + 1), question, options: trimmed(values['o' + n]).split(/[,;\n]/).map((o) => o.trim()).filter(Boolean) }));
      }
      if (!questions.length) { wrong(t('ask.missing')); return list.querySelector('textarea').focus(); }
      return submit('ask', [status('needs_input', { questions })]);
    });
  },
  confirm() {
    const v = form('confirm');
    sheetOf('confirm', t('more.confirm'), [
      input(v, 'action', t('confirm.action'), { rows: 2 }), input(v, 'consequences', t('confirm.consequences'), { rows: 2, hint: t('optional') }),
      picks(v, 'reversible', t('confirm.reversible'), [...yesNo(), ['', t('confirm.unknown')]])], t('more.confirm'), (values, wrong) => {
      const action = trimmed(values.action);
      if (!action) { wrong(t('confirm.missing')); return $('sheet').querySelector('[name=action]').focus(); }
      const reversible = { yes: true, no: false }[values.reversible];
      return submit('confirm', [status('needs_confirmation', given({ action, consequences: trimmed(values.consequences), reversible }))]);
    });
  },
  progress() {
    const v = form('progress');
    const shown = h('b', { 'aria-hidden': 'true' }, v.pct ? v.pct + ' %' : t('progress.unsaid'));
    const range = input(v, 'pct', t('progress.how_far'), { type: 'range', min: 0, max: 100, step: 5 });
    if (v.pct == null) range.querySelector('input').value = 0;
    range.querySelector('input').addEventListener('input', (event) => { shown.textContent = event.target.value + ' %'; event.target.setAttribute('aria-valuetext', event.target.value + ' %'); });
    range.append(shown);
    sheetOf('progress', t('more.progress'), [range, input(v, 'note', t('notes'), { rows: 2, hint: t('optional') })], t('tell', who()), (values) =>
      submit('progress', [status('in_progress', given({ progress_pct: values.pct == null ? null : Number(values.pct), message: trimmed(values.note) }))]));
  },
  waiting() {
    const v = form('waiting');
    const slot = h('div', { class: 'fields' });
    const kinds = {
      dependency: [t('wait.dependency'), () => [input(v, 'ref', t('wait.which'), { type: 'text', hint: t('wait.which.hint') })], () => ({ ref: trimmed(v.ref).split(/[,\s]+/).filter(Boolean) }), 'ref'],
      condition: [t('wait.condition'), () => [input(v, 'condition', t('wait.what'), { rows: 2 }), input(v, 'eta', t('wait.eta'), { type: 'text', hint: t('wait.eta.hint') })], () => ({ condition: trimmed(v.condition), eta: trimmed(v.eta) }), 'condition'],
      resource: [t('wait.resource'), () => [input(v, 'resource', t('wait.what'), { type: 'text' }), input(v, 'rnote', t('notes'), { rows: 2 })], () => ({ resource: trimmed(v.resource), note: trimmed(v.rnote) }), 'resource'],
      access: [t('wait.access'), () => [input(v, 'location', t('where'), { type: 'text' }), input(v, 'anote', t('notes'), { rows: 2 })], () => ({ location: trimmed(v.location), note: trimmed(v.anote) }), 'location'],
      schedule: [t('wait.schedule'), () => [input(v, 'available_at', t('wait.when'), { type: 'datetime-local' })], () => ({ available_at: v.available_at ? utc(v.available_at) : '' }), 'available_at'],
    };
    const fill = () => slot.replaceChildren(...(kinds[v.type] ? kinds[v.type][1]() : []));
    fill();
    sheetOf('waiting', t('wait.title'), [picks(v, 'type', t('wait.for'), Object.entries(kinds).map(([key, [label]]) => [key, label]), { onchange: (event) => { v.type = event.target.value; saveDraft(); fill(); } }), slot,
      input(v, 'message', t('wait.else'), { rows: 2, hint: t('optional') })], t('tell', who()), (values, wrong) => {
      if (!kinds[values.type]) return wrong(t('wait.choose'));
      const fields = given(kinds[values.type][2]());
      if (!fields[kinds[values.type][3]]) { wrong(t('wait.more')); return slot.querySelector('.in').focus(); }
      return submit('waiting', [status('waiting', given({ waiting_for: { type: values.type, ...fields }, message: trimmed(values.message) }))]);
    });
  },
  hold() {
    const v = form('hold');
    sheetOf('hold', t('hold.title'), [input(v, 'reason', t('why'), { rows: 2 }), input(v, 'resume', t('hold.until'), { type: 'datetime-local', hint: t('optional') })], t('hold.title'), (values) =>
      submit('hold', [status('held', given({ reason: trimmed(values.reason), resume_eta: values.resume ? utc(values.resume) : '' }))]));
  },
  prefs() {
    const set = (name) => (event) => { prefs[name] = event.target.value; keep.set('prefs', prefs); wear(); };
    openSheet('prefs', t('settings'), [h('div', { class: 'fields' },
      picks(prefs, 'theme', t('prefs.theme'), [['auto', t('prefs.theme.auto')], ['light', t('prefs.theme.light')], ['dark', t('prefs.theme.dark')]], { onchange: set('theme') }),
      picks(prefs, 'defaultCamera', t('camera'), [['back', t('prefs.camera.back')], ['front', t('prefs.camera.front')]], { onchange: set('defaultCamera') }),
      picks(prefs, 'imageQuality', t('prefs.pictures'), [['small', t('prefs.pictures.small')], ['standard', t('prefs.pictures.standard')], ['original', t('prefs.pictures.original')]], { hint: t('prefs.pictures.hint'), onchange: set('imageQuality') })),
    h('p', { class: 'soft small' }, t('prefs.kept'))]);
  },
};
$('prefs-open').addEventListener('click', () => sheets.prefs());
/* The whole form, also of a task that one tap would answer. */
function unfold() {
  app.full = true;
  closeSheet();
  render();
  $('answer').querySelector('.in, button, summary')?.focus();
}

