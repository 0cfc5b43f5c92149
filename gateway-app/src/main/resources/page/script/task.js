/* ---------- a task that is free, or one's own ---------- */
const MINE = {
  claimed: 'mine', in_progress: 'mine', waiting: 'wait', held: 'hold', needs_input: 'ask', needs_confirmation: 'ask', retrying: 'mine',
};
function when(task) {
  const bits = [];
  if (['urgent', 'elevated', 'background'].includes(task.priority)) bits.push(h('span', { class: task.priority === 'urgent' ? 'tag hot' : 'tag' }, t('priority.' + task.priority)));
  if (task.deadline) bits.push(h('span', {}, around('by', h('b', {}, h('time', { datetime: task.deadline }, moment(task.deadline))))),
    h('span', { class: new Date(task.deadline) < Date.now() ? 'late' : 'soft', 'data-left': task.deadline }, left(task.deadline)));
  return bits.length ? h('p', { class: 'when' }, bits) : null;
}
function facts(task) {
  const c = task.constraints || {};
  const coded = (group, codes, code) => code && (codes.includes(code) ? t(group + '.' + code) : words(code));
  const rows = [
    [t('fact.wanted'), task.wanted],
    [t('fact.precision'), coded('precision', ['loose', 'guided', 'exact'], task.precision)],
    [t('fact.where'), c.location && (typeof c.location === 'object' ? placeWords(c.location) : c.location)],
    [t('fact.not_before'), c.notBefore && moment(c.notBefore)],
    [t('fact.urgency'), coded('urgency', ['now', 'soon', 'whenever'], c.urgency)],
    [t('fact.around'), (c.environment || []).map(words).join('\n')],
    [t('fact.after'), (c.dependsOn || []).map(plainValue).join('\n')],
    [t('fact.for_it'), task.compensation && [task.compensation.shells != null ? many('shells', task.compensation.shells) : null, task.compensation.note].filter(Boolean).join('\n')],
    [t('fact.requires'), (task.requires || []).map((need) => words(need.id) + (need.detail != null && need.detail !== '' ? ' (' + plainValue(need.detail) + ')' : '')).join(', ')],
    [t('fact.asked'), task.created && ago(task.created)],
  ].filter(([, value]) => value);
  return rows.length ? h('section', { class: 'facts', 'aria-label': t('facts') }, h('h2', {}, t('facts')), h('dl', {}, rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', { dir: 'auto' }, value))))) : null;
}
function placeWords(at) {
  const near = at.radius_km != null ? t('within', at.radius_km) : '';
  const rest = Object.entries(at).filter(([k]) => !['lat', 'lng', 'radius_km'].includes(k)).map(([, v]) => plainValue(v)).join(', ');
  return [rest, at.lat != null ? at.lat + ', ' + at.lng : '', near].filter(Boolean).join('\n');
}
function stateBox(task) {
  const mine = task.state === 'yours';
  const asked = ['needs_input', 'needs_confirmation'].includes(task.status);
  const last = (task.conversation || []).findLast((said) => !said.mine && said.kind === 'reply');
  const title = mine ? t('mine.' + (MINE[task.status] ? task.status : 'claimed')) : t('open.title');
  const text = t(!mine ? 'open.text' : asked ? 'mine.asked' : last ? 'mine.replied' : 'mine.text');
  const parts = [h('div', { class: 'state ' + (mine ? 'yours' : ''), id: 'state', tabindex: '-1' }, icon(mine ? MINE[task.status] || 'mine' : 'free'),
    h('div', {}, h('strong', {}, title), h('span', { class: 'soft' }, text)))];
  if (task.confirmBefore && !['completed', 'partial'].includes(task.status)) {
    parts.push(h('div', { class: 'state ask' }, icon('sure'), h('div', {}, h('strong', {}, t('confirm_first.title')), h('span', {}, t('confirm_first.text', who())))));
  }
  if (hasDraft()) parts.push(h('p', { class: 'soft small' }, t('draft.begun')));
  return h('section', { class: 'entries', id: 'states', 'aria-label': t('state') }, parts, answeringAs());
}
const SAID = ['claimed', 'in_progress', 'waiting', 'held', 'needs_input', 'needs_confirmation', 'completed', 'partial', 'declined', 'failed', 'retrying', 'reply', 'cancelled', 'expired', 'response', 'suggested', 'reviewed'];
const saidBy = (one, name) => {
  const kind = SAID.includes(one.kind) ? one.kind : 'wrote';
  return one.mine ? [t('you.' + kind)] : around('they.' + kind, name);
};
function talk(task) {
  const said = task.conversation || [];
  if (!said.length) return null;
  return h('section', { id: 'talk', 'aria-label': t('talk') }, h('h2', {}, t('talk')), h('ol', { class: 'talk' }, said.map((one) =>
    h('li', { class: one.mine ? 'mine' : one.kind === 'reply' || one.kind === 'cancelled' ? 'news' : '' },
      h('p', { class: 'by' }, one.mine ? h('b', {}, saidBy(one, '')) : saidBy(one, h('b', {}, h('bdi', {}, one.from || t('somebody')))), one.at ? [' · ', h('time', { datetime: one.at }, ago(one.at))] : null),
      one.text ? prose(one.text) : null,
      (one.questions || []).length ? h('ul', { class: 'prose' }, one.questions.map((q) => h('li', { dir: 'auto' }, q.question || q.field, (q.options || []).length ? h('span', { class: 'soft' }, ' (' + q.options.join(' / ') + ')') : null))) : null,
      (one.entries || []).length ? entries(one.entries) : null))));
}
function taskView(task) {
  const requestSig = sig([task.ref, task.intent, task.context, task.constraints, task.requires, task.deadline, task.priority, task.compensation, task.from]);
  const stateSig = sig([task.state, task.status, task.conversation, task.you, hasDraft()]);
  if (app.shown === 'task' && app.requestSig === requestSig) {
    if (stateSig !== app.stateSig) {
      // Whoever is typing goes on typing; whoever tapped what is not there any more is led to what became of it.
      const idle = document.activeElement === document.body || $('bar').contains(document.activeElement) && !document.activeElement.matches('.in');
      const moved = app.standing !== task.state + task.status;
      $('states').replaceWith(stateBox(task));
      const fresh = talk(task);
      if ($('talk')) { if (fresh) $('talk').replaceWith(fresh); else $('talk').remove(); } else if (fresh) document.querySelector('.body').prepend(fresh);
      if (moved && idle) $('state').focus();
    }
    drawAnswer(task);
  } else {
    const intent = task.intent || t('intent_missing');
    const title = h('h1', { dir: 'auto', tabindex: '-1', class: intent.length > 130 ? 'long' : '' }, intent);
    const carried = (task.context || []).length ? h('section', { 'aria-label': t('context') }, h('h2', {}, t('context')), entries(task.context)) : null;
    const sending = app.shown === 'out';
    show(h('article', { class: 'whole' },
      h('div', { class: 'lead' }, h('p', { class: 'asks' }, around('asks', h('b', {}, h('bdi', {}, who())))), title, when(task)),
      stateBox(task), h('section', { class: 'answer', id: 'answer', 'data-form': 'answer', hidden: true }), h('div', { class: 'body' }, talk(task), carried), facts(task)), 'task');
    app.requestSig = requestSig;
    app.answerSig = null;
    drawAnswer(task);
    if (sending) $('state').focus();
  }
  app.stateSig = stateSig;
  app.standing = task.state + task.status;
  drawBar(task);
}
