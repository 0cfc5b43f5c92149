'use strict';

/* When what happened: rows of the gateway, the thread's history, and the end and start of its process. */

const DELIVERED = { request: 'asked', claimed: 'told: yours', taken: 'told: taken', finished: 'told: done', cancelled: 'told: over', reply: 'told the reply', reminder: 'reminded' };
const FAILED = { deferred: 'does not answer', rejected: 'refused', dead: 'given up', expired: 'too late', withdrawn: 'not needed any more' };
const SAID = { claimed: 'takes it', completed: 'is done', declined: 'gives it back', released: 'gives it back', partial: 'is partly done', failed: 'could not', cancelled: 'calls it off', needs_input: 'asks back' };
const PROCESS = { starting: 'gateway starts', ready: 'gateway is back', killed: 'gateway killed' };
const FUSED = 60;

const named = (id) => OWNERS[id] || id;

function clock(millis) {
  if (millis < 1000) return millis + ' ms';
  if (millis < 60000) return (millis / 1000).toFixed(1) + ' s';
  return Math.floor(millis / 60000) + ' min ' + Math.round(millis % 60000 / 1000) + ' s';
}

function chip(event) {
  if (event.process) return [event.process === 'ready' ? 'good' : 'bad', PROCESS[event.process] + ' (' + event.pid + ')'];
  if (event.what === 'written') return ['', 'file written'];
  if (event.what === 'read') return ['', 'read, queued on disk'];
  if (event.what === 'delivered') return ['good', (APPS[event.channel] || event.channel) + ' ✓ ' + named(event.who) + (event.kind === 'request' ? '' : ' ' + (DELIVERED[event.kind] || event.kind))];
  if (event.kind) return ['bad', named(event.who) + ' ' + (FAILED[event.what] || event.what)];
  return ['said', named(event.who) + ' ' + (SAID[event.what] || event.what)];
}

function drawTime() {
  const line = lines.get(shownTask);
  const list = byId('events');
  if (!line || !line.events.length) return;
  const first = line.events[0].at;
  const last = Math.max(line.events.at(-1).at, line.waiting.length ? Date.now() : 0);
  const ends = gateway.events.map((each) => ({ at: each.at, process: each.what, pid: each.pid }))
    .filter((each, i) => i > 0 && each.at >= first - 15000 && each.at <= last && (each.process !== 'starting'));
  const all = [...line.events, ...ends].sort((a, b) => a.at - b.at);
  const items = all.map((event, i) => {
    const [kind, words] = chip(event);
    const fused = i > 0 && event.at - all[i - 1].at < FUSED && event.kind && all[i - 1].kind;
    const since = event.at - first;
    const item = make('li', kind + (fused ? ' fused' : ''), make('time', '', since < 0 ? '−' + clock(-since) : clock(since)), ' ' + words);
    return item;
  });
  for (const wait of line.waiting) {
    const left = Math.ceil((wait.next - Date.now()) / 1000);
    const why = gateway.state !== 'ready' ? 'waits on the disk' : wait.sick ? 'waits' + (left > 0 ? ', tried again in ' + left + ' s' : ', is tried') : 'is on its way';
    items.push(make('li', 'waits', named(wait.who) + ' ' + why));
  }
  if (gateway.state === 'killed' && !line.waiting.length && line.events.at(-1).what === 'written') items.push(make('li', 'waits', 'nobody reads it now'));
  list.replaceChildren(...items);
  list.scrollTop = list.scrollHeight;
}

function drawGateway() {
  const state = gateway.state;
  const left = Math.max(0, Math.ceil((gateway.again - Date.now() + gateway.skew) / 1000));
  const words = { starting: 'gateway starts …', ready: 'gateway runs, process ' + gateway.pid, killed: 'killed; starts again in ' + left + ' s' };
  const link = byId('link');
  link.className = state;
  if (link.textContent !== words[state]) link.textContent = words[state];
  byId('kill').hidden = state === 'killed';
  byId('kill').disabled = state !== 'ready';
  byId('start').hidden = state !== 'killed';
  document.querySelectorAll('#stories button, #play, #ask button').forEach((button) => { button.disabled = !gateway.pid; });
}

/* Stories. A step knows when it is done, and what to press next; an element, or one with what to do. */

const task1 = () => tasks.get(story.refs[0]);
const status1 = () => (task1() || {}).status || '';
const over = () => /completed|partial/.test(status1());
const had = () => over() || /claimed|in_progress|needs_|waiting/.test(status1());
const holder = () => (task1() || {}).holder || '';
const events = (ref) => (lines.get(ref) || { events: [] }).events;
const rang = (ref, who) => events(ref).some((each) => each.what === 'delivered' && (!who || each.who === who));
const gaveBack = () => /code: *"?declined/.test((task1() || {}).text || '');
const ended = (ref) => /completed/.test((tasks.get(ref) || {}).status || '');

/** The message about this story's task that has buttons. */
function asking(screen) {
  const about = story && story.tells.ask ? story.tells.ask.intent : null;
  return [...phones[screen].items.values()].reverse().find((item) => !item.mine && about && item.words.includes(about) && item.element.querySelector('[data-action]'));
}

function claim(screen) {
  const item = asking(screen);
  if (!item) return null;
  const buttons = [...item.element.querySelectorAll('[data-action]')];
  return buttons.find((each) => /claim/.test(each.dataset.action)) || buttons.find((each) => !/decline/.test(each.dataset.action)) || null;
}

/** The button that asks for a photo; else the one that takes the task. */
function pictured(screen) {
  const item = asking(screen);
  return (item && item.element.querySelector('[data-action*=photo]')) || claim(screen);
}

const words = (button, usual) => (button ? button.textContent : usual);
const label = (screen) => (claim(screen) || { textContent: 'Claim' }).textContent;

/** What was sent is on its way, or waits for the gateway: it is not sent twice. */
function rests() {
  return Date.now() < story.quiet || (story.quiet && gateway.state !== 'ready');
}

function photo(screen, name) {
  const phone = phones[screen];
  if (rests()) return null;
  if (phone.photo === name) return { element: phone.composer.querySelector('.send'), act: () => { story.quiet = Date.now() + 6000; phone.composer.requestSubmit(); } };
  if (phone.tray.hidden) return phone.camera;
  return phone.tray.querySelector('[data-photo=' + name + ']');
}

function write(screen, text) {
  if (rests()) return null;
  const phone = phones[screen];
  return { element: phone.input, act: () => { story.quiet = Date.now() + 6000; phone.input.value = text; phone.composer.requestSubmit(); } };
}

const last = (words) => ({ say: () => words, done: () => false, end: true });

const STORIES = {
  fridge: {
    ask: { intent: "what's in the fridge?", capability: 'check-visual', context: 'Planning dinner for 4.' },
    steps: [
      { say: () => 'The agent writes a file. Teague and Ana are asked at once', done: () => had() || (rang(story.refs[0], 'teague') && pictured('telegram')) },
      { say: () => ['Tap ', make('b', '', words(pictured('telegram'), 'Take the photo')), ' on Ana’s phone'], done: () => had() || phones.telegram.input.placeholder !== PHONES.telegram.hint, next: () => pictured('telegram') },
      { say: () => 'Ana sends the photo of the fridge: camera, picture, send. That takes the task, too', done: over, next: () => photo('telegram', 'fridge') },
      last('The answer is in the file, and Teague’s message says that Ana did it'),
    ],
  },
  race: {
    ask: { intent: 'check that the stove is off', capability: 'check-visual', context: 'Somebody left in a hurry.' },
    steps: [
      { say: () => 'Teague and Ana are asked at once', done: () => had() || (claim('slack') && claim('telegram')) },
      { say: () => 'Both tap: one has it, the other is told who', done: had, next: () => byId('both') },
      { say: () => named(holder()) + ' was first, and answers with a line', done: over, next: () => (SCREENS[holder()] ? write(SCREENS[holder()], 'It is off.') : null) },
      last('One had it, one answer is in the file'),
    ],
  },
  rice: {
    ask: { intent: 'vacuum the rice in front of the sink', capability: 'vacuum-floor', context: '' },
    steps: [
      { say: () => 'The robot gets a signed webhook and bids', done: () => had() || gaveBack() },
      { say: () => 'Rice jams its brush: it gives the task back', done: () => gaveBack() || over() },
      { say: () => ['Teague is asked: tap ', make('b', '', label('slack'))], done: () => over() || holder() === 'teague', next: () => claim('slack') },
      { say: () => 'Teague vacuums, and sends a picture of the floor', done: over, next: () => photo('slack', 'floor') },
      last('The robot’s failure and Teague’s answer are in one file'),
    ],
  },
  down: {
    three: [['vacuum the kitchen', 'vacuum-floor'], ['vacuum the hall', 'vacuum-floor'], ['vacuum the bedroom', 'vacuum-floor']],
    phone: 'robot',
    steps: [
      { say: () => 'Switch the robot off', done: () => !robotOn || story.refs.length, next: () => phones.robot.element.querySelector('.switch') },
      { say: () => 'Ask three tasks for it', done: () => story.refs.length === 3, next: () => byId('three') },
      { say: () => 'They wait in the queue, on the disk, and nobody else has to. Switch it on', done: () => robotOn && story.refs.length === 3, next: () => (story.refs.every((ref) => (lines.get(ref) || { waiting: [] }).waiting.length) ? phones.robot.element.querySelector('.switch') : null) },
      { say: () => 'The gateway tries again after 5 s, then 15 s …', done: () => story.refs.every(ended) },
      last('All three are done, in the order in which they were asked'),
    ],
  },
  kill: {
    three: [['are the windows shut?', 'check-visual'], ['has the cat been fed?', 'check-visual'], ['is the parcel at the door?', 'check-visual']],
    steps: [
      { say: () => 'Kill the gateway’s process: SIGKILL, without a warning', done: () => story.killed, next: () => byId('kill') },
      { say: () => 'Nobody is there now. Ask all the same: a task is a file in a folder', done: () => story.refs.length === 3, next: () => byId('three') },
      { say: () => 'The files lie there. Start it, or wait until it starts by itself', done: () => gateway.state !== 'killed', next: () => byId('start') },
      { say: () => 'Another process starts and looks into the folder', done: () => story.refs.every((ref) => rang(ref)) },
      last('All three have arrived, once: nothing is lost by kill -9'),
    ],
  },
};

function step() {
  if (!story) return null;
  return story.tells.steps.find((each) => !each.done());
}

function advance() {
  const now = step();
  byId('both').hidden = !(now && story.name === 'race' && now === story.tells.steps[1]);
  byId('three').hidden = !(now && story.tells.three && !story.refs.length && story.tells.steps.indexOf(now) <= 1);
  byId('three').disabled = !!now && story.tells.steps.indexOf(now) !== 1;
  document.querySelectorAll('.next').forEach((element) => element.classList.remove('next'));
  if (!now) return;
  const words = now.say();
  const number = story.tells.steps.indexOf(now) + 1;
  byId('step').replaceChildren(...(now.end ? [make('span', 'count', '✓')] : [make('span', 'count', number + '/' + (story.tells.steps.length - 1))]), ' ', ...[].concat(words));
  const press = now.next ? now.next() : null;
  const element = press && (press.element || press);
  byId('do').hidden = !element || playing;
  if (now.end) stop();
  if (!element) return;
  element.classList.add('next');
  const phone = element.closest('.phone');
  if (phone) fold(phone.dataset.phone, false);
  if (phone && story.followed !== now) openPanel(phone.dataset.phone);
  story.followed = now;
}

/** Presses what is to be pressed next. */
function doIt() {
  const now = step();
  const press = now && now.next ? now.next() : null;
  if (!press) return;
  if (press.act) press.act();
  else press.click();
}

function stop() {
  playing = false;
  byId('play').textContent = '▶ Play';
  byId('play').setAttribute('aria-pressed', 'false');
}

function play() {
  if (playing) {
    stop();
    return;
  }
  playing = true;
  byId('play').textContent = '❚❚ Stop';
  byId('play').setAttribute('aria-pressed', 'true');
  if (!story || !step() || step().end) begin('fridge');
}

setInterval(() => { if (playing && story) doIt(); }, 1300);

async function begin(name) {
  story = { name, tells: STORIES[name], refs: [], killed: false, quiet: 0 };
  Object.keys(phones).forEach((screen) => fold(screen, screen !== story.tells.phone));
  document.querySelectorAll('#stories button').forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.story === name)));
  byId('play').hidden = false;
  advance();
  if (story.tells.ask) await ask(story.tells.ask, story);
}

async function askThree() {
  const now = story;
  byId('three').disabled = true;
  for (const [intent, capability] of now.tells.three) await ask({ intent, capability, context: '', question: now.name === 'kill' }, now);
}

async function ask(what, of) {
  byId('wrong').textContent = '';
  try {
    const asked = await post('/ask', what);
    if (of) of.refs.push(asked.ref);
    if (tasks.has(asked.ref)) selectTask(asked.ref);
    else shownTask = asked.ref;
    if (story) advance();
    return true;
  } catch (problem) {
    byId('wrong').textContent = problem.message;
    return false;
  }
}

/* What the server tells. */

function task(event) {
  const old = tasks.get(event.id);
  tasks.set(event.id, { ...event, title: title(event.text), before: old ? new Set(old.text.split('\n')) : null });
  if (!old || shownTask === event.id || !shownTask) selectTask(event.id);
  dot('file', document.body.dataset.tab !== 'file');
}

function told(event) {
  if (event.screen === 'all') {
    Object.values(phones).forEach((phone) => { phone.items.clear(); phone.log.replaceChildren(phone.none); phone.none.hidden = false; });
    tasks.clear();
    lines.clear();
  } else if (event.what === 'toast') toast(event.screen, event.text);
  else if (event.what === 'form') sheet(event);
  else if (event.screen === 'thread') task(event);
  else if (event.screen === 'timeline') { lines.set(event.id, event); drawTime(); }
  else if (event.screen === 'plug') plug(event);
  else if (event.screen === 'gateway') {
    gateway = { ...event, skew: Date.now() - event.now };
    if (story && gateway.state === 'killed') story.killed = true;
    drawGateway();
    drawTime();
  } else if (event.screen === 'robot') robot(event);
  else place(event.screen, event);
}

function listen() {
  const source = new EventSource('/events');
  let waiting = false;
  source.onerror = () => { byId('link').className = ''; byId('link').textContent = 'the demonstration has ended, or is starting'; };
  source.onmessage = (message) => {
    told(JSON.parse(message.data));
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; advance(); });
  };
}

Object.keys(PHONES).forEach(phoneFor);
panel('file', 'File');
openPanel(only || 'file');
if (only && phones[only]) {
  document.body.classList.add('one');
  fold(only, false);
}
document.querySelectorAll('#stories button').forEach((button) => { button.onclick = () => { stop(); begin(button.dataset.story); }; });
byId('both').onclick = () => {
  const both = [claim('slack'), claim('telegram')];
  if (both.every(Boolean)) both.forEach((button) => button.click());
};
byId('three').onclick = askThree;
byId('do').onclick = doIt;
byId('play').onclick = play;
byId('kill').onclick = () => post('/gateway', { kill: true }).catch((problem) => { byId('wrong').textContent = problem.message; });
byId('start').onclick = () => post('/gateway', { kill: false }).catch((problem) => { byId('wrong').textContent = problem.message; });
byId('reply').onsubmit = (event) => {
  event.preventDefault();
  post('/reply', { ref: shownTask, text: byId('answer').value })
    .then(() => { byId('answer').value = ''; }, (problem) => { byId('wrong').textContent = problem.message; });
};
byId('ask').onsubmit = async (event) => {
  event.preventDefault();
  story = null;
  stop();
  byId('step').replaceChildren();
  document.querySelectorAll('#stories button').forEach((button) => button.setAttribute('aria-pressed', 'false'));
  if (await ask({ intent: byId('intent').value, capability: byId('capability').value, context: '' })) byId('intent').value = '';
};

function show(phone) {
  const image = byId('code');
  image.onload = () => { image.hidden = false; byId('closed').hidden = true; };
  image.src = '/phone.svg?phone=' + phone;
  byId('which').querySelectorAll('button').forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.code === phone)));
}
for (const screen of ['slack', 'telegram', 'sms']) {
  const button = make('button', '', PHONES[screen].owner + ' ', make('small', '', PHONES[screen].app));
  button.type = 'button';
  button.dataset.code = screen;
  button.onclick = () => show(screen);
  byId('which').append(button);
}
byId('own').onclick = () => { show('telegram'); byId('real').showModal(); };
setInterval(() => { drawGateway(); if (story || gateway.state !== 'ready') { drawTime(); advance(); } }, 1000);
listen();
