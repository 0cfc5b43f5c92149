'use strict';
const PHONES = {
  slack: { owner: 'Teague', app: 'Slack', with: 'Demo home', how: 'Slack · app', none: 'Messages of the gateway appear here.', hint: 'Reply in the thread' },
  telegram: { owner: 'Ana', app: 'Telegram', with: 'Demo home', how: 'Telegram · bot', none: 'Messages of the gateway appear here.', hint: 'Message' },
  sms: { owner: 'Sam', app: 'SMS', with: '+1 415 555 0100', how: 'Text message', none: 'Sam is asked about shopping. He answers with 1, 2, or “done …”.', hint: 'Text message' },
  robot: { owner: 'Roomba', app: 'webhook', with: 'Robot’s log', how: 'signed webhooks', none: 'Ask for something to be vacuumed.', hint: '' },
};
const PHOTOS = { fridge: 'The fridge, open', floor: 'A clean kitchen floor' };
const OWNERS = { teague: 'Teague', ana: 'Ana', sam: 'Sam', roomba: 'Roomba' };
const SCREENS = { teague: 'slack', ana: 'telegram', sam: 'sms', roomba: 'robot' };
const APPS = { slack: 'Slack', telegram: 'Telegram', sms: 'SMS', webhook: 'webhook' };
const only = new URLSearchParams(location.search).get('phone');
const byId = (id) => document.getElementById(id);
const phones = {};
const tasks = new Map();
const lines = new Map();
let gateway = { state: 'starting', events: [] };
let robotOn = true;
let shownTask = null;
let story = null;
let playing = false;

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

async function post(path, body) {
  const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.wrong || 'That did not work.');
  return said;
}

function act(phone, what) {
  phones[phone].toast.hidden = true;
  return post('/act', { phone, ...what }).catch((problem) => toast(phone, problem.message));
}

/* Texts: Slack's mrkdwn, Telegram's HTML, and plain. Nothing is ever parsed into the page itself. */

/* The household's name exists in the gateway's process only: here it is where this page is. */
const reached = (url) => url.replace('://home.demo:', '://' + location.hostname + ':');

function link(there, words) {
  const url = reached(there);
  const anchor = make('a', '', words || url);
  if (/^https?:\/\//.test(url)) {
    anchor.href = url;
    anchor.target = '_blank';
    anchor.rel = 'noopener noreferrer';
  }
  return anchor;
}

function plain(text) {
  return text.split(/(https?:\/\/[^\s]+)/).map((part, i) => (i % 2 ? link(part, reached(part).slice(0, 36) + '…') : part));
}

const entity = (text) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');

function mrkdwn(text) {
  const parts = [];
  const pattern = /<(https?:[^|>]+)(?:\|([^>]*))?>|\*([^*\n]+)\*|_([^_\n]+)_|`([^`\n]+)`|\n/g;
  let last = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(entity(text.slice(last, found.index)));
    const [whole, url, words, bold, italic, code] = found;
    if (url) parts.push(link(entity(url), entity(words || url)));
    else if (bold) parts.push(make('b', '', entity(bold)));
    else if (italic) parts.push(make('i', '', entity(italic)));
    else if (code) parts.push(make('code', '', entity(code)));
    else parts.push(make('br'));
    last = found.index + whole.length;
  }
  parts.push(entity(text.slice(last)));
  return parts;
}

function html(text) {
  const walk = (node) => [...node.childNodes].flatMap((child) => {
    if (child.nodeType === Node.TEXT_NODE) return plain(child.data.replace(/\u200b/g, ''));
    const tag = child.nodeName.toLowerCase();
    if (tag === 'a') return child.textContent.trim() ? [link(child.getAttribute('href') || '', child.textContent)] : [];
    return [['b', 'i', 'u', 's', 'code', 'pre', 'blockquote'].includes(tag) ? make(tag, '', ...walk(child)) : make('span', '', ...walk(child))];
  });
  return walk(new DOMParser().parseFromString(text, 'text/html').body);
}

function picture(name) {
  const image = make('img');
  image.width = 640; // before it is there, so that what follows is not pushed out of sight
  image.height = 480;
  image.src = '/' + name + '.jpg';
  image.alt = PHOTOS[name] || 'A photo';
  return image;
}

/* Drawing of messages. */

function replyButton(screen, id, words) {
  const button = make('button', 'reply', screen === 'slack' ? 'Reply in thread' : 'Reply');
  button.type = 'button';
  button.setAttribute('aria-label', 'Reply to: ' + words.slice(0, 60));
  button.onclick = () => { aim(screen, id, words); phones[screen].input.focus(); };
  return button;
}

function slackButton(message, element) {
  const words = element.text ? element.text.text : element.placeholder ? element.placeholder.text : '…';
  if (element.url) return link(element.url, words);
  const button = make('button', element.style === 'primary' ? 'green' : element.style === 'danger' ? 'red' : '', words);
  button.type = 'button';
  button.dataset.action = element.action_id;
  button.onclick = () => act('slack', { deed: 'press', message: message.id, button: element.action_id });
  return button;
}

function slackBlock(message, block) {
  if (block.type === 'divider') return make('hr');
  if (block.type === 'actions') return make('div', 'block buttons', ...block.elements.map((each) => slackButton(message, each)));
  if (block.type === 'context') return make('div', 'block context', ...block.elements.flatMap((each) => mrkdwn(each.text || '')));
  const box = make('div', block.type === 'header' ? 'block head' : 'block', ...mrkdwn(block.text ? block.text.text : ''));
  if (block.fields) box.append(make('div', 'fields', ...block.fields.map((field) => make('span', '', ...mrkdwn(field.text)))));
  if (block.accessory && block.accessory.type === 'button') box.append(make('div', 'buttons', slackButton(message, block.accessory)));
  return box;
}

const draw = {
  slack(message) {
    const name = message.mine ? PHONES.slack.owner : 'Demo home';
    const who = make('div', 'who', name);
    if (!message.mine) who.append(make('span', 'app', 'APP'));
    const body = [make('span', 'pic', name[0]), who];
    if (message.blocks) body.push(...message.blocks.map((block) => slackBlock(message, block)));
    else if (message.text) body.push(make('div', 'block', ...(message.mine ? plain(message.text) : mrkdwn(message.text))));
    if (message.photo) body.push(picture(message.photo));
    const asks = message.blocks && message.blocks.some((block) => block.type === 'actions');
    if (asks && !message.thread_ts) body.push(make('div', '', replyButton('slack', message.id, message.text || '')));
    return body;
  },
  telegram(message) {
    const body = [];
    const answered = message.reply && phones.telegram.items.get(String(message.reply));
    if (answered) body.push(make('span', 'quote', answered.words));
    if (message.photo) body.push(picture(message.photo));
    body.push(...(message.mine ? plain(message.text || '') : html(message.html || '')));
    return body;
  },
  sms(message) {
    const body = message.photo ? [picture(message.photo)] : [];
    body.push(...plain(message.text || ''));
    return body;
  },
};

function keys(message) {
  const rows = (message.rows || []).map((row) => make('div', '', ...row.map((key) => {
    if (key.url) return link(key.url, key.text);
    const button = make('button', '', key.text);
    button.type = 'button';
    button.dataset.action = (key.callback_data || '').split(':')[0];
    button.onclick = () => act('telegram', { deed: 'press', message: message.id, button: key.callback_data });
    return button;
  })));
  return make('div', 'keys', ...rows);
}

function place(screen, message) {
  const phone = phones[screen];
  let item = phone.items.get(message.id);
  if (!item) {
    item = { element: make('div', 'm' + (message.mine ? ' mine' : '')), body: make('div', 'body'), below: make('div'), replies: make('div', 'replies') };
    item.element.append(item.body, item.below, item.replies);
    phone.items.set(message.id, item);
    const parent = message.thread_ts && phone.items.get(message.thread_ts);
    phone.none.hidden = true;
    (parent ? parent.replies : phone.log).append(item.element);
  }
  item.mine = message.mine;
  if (!message.mine) rings(screen);
  item.body.replaceChildren(...draw[screen](message));
  item.words = item.body.textContent;
  item.below.replaceChildren();
  if (message.changed && screen !== 'sms') {
    item.below.append(make('span', 'edited', '(edited)'));
    item.element.classList.remove('changed');
    void item.element.offsetWidth;
    item.element.classList.add('changed');
  }
  if (screen === 'telegram' && !message.mine) {
    item.below.append(keys(message));
    if (message.rows && message.rows.length) item.below.append(replyButton('telegram', message.id, item.words));
  }
  if (screen === 'sms' && message.mine) item.below.append(make('span', 'state', message.fetched ? 'Delivered' : 'Sent. The gateway asks for texts every 10 seconds.'));
  if (!message.mine && !message.changed) {
    if (screen === 'telegram' && message.rows && message.rows.length) phone.usual = [message.id, item.words];
    if (screen === 'telegram') phone.input.placeholder = (message.ask && message.placeholder) || PHONES.telegram.hint;
    if (screen === 'telegram' && (message.ask || (message.rows && message.rows.length))) aim(screen, message.id, item.words);
    if (screen === 'slack' && !message.thread_ts && message.blocks) aim(screen, message.id, message.text || '');
  }
  const end = item.element.offsetTop + item.element.offsetHeight - phone.log.offsetTop;
  if (!message.changed) phone.log.scrollTop = phone.log.scrollHeight;
  else if (item.element.offsetTop - phone.log.offsetTop < phone.log.scrollTop || end > phone.log.scrollTop + phone.log.clientHeight) {
    phone.log.scrollTop = item.element.offsetTop - phone.log.offsetTop - 8;
  }
}

function robot(entry) {
  const phone = phones.robot;
  rings('robot');
  const arrow = { in: '← ', out: '→ ', note: '• ' }[entry.way];
  const summary = make('summary', '', (entry.robot === 'roomba' ? '' : entry.robot + ': ') + arrow + entry.head);
  if (entry.check) summary.append(make('small', '', entry.check));
  const details = make('details', 'm ' + entry.way, summary);
  if (entry.text) details.append(make('pre', '', entry.text.trimEnd()));
  details.open = entry.way === 'out';
  phone.none.hidden = true;
  phone.log.append(details);
  phone.log.scrollTop = phone.log.scrollHeight;
}

/* What somebody does. */

function aim(screen, id, words) {
  const phone = phones[screen];
  phone.target = id;
  phone.aim.hidden = !id;
  const about = words.match(/"([^"]+)"/);
  phone.aim.querySelector('span').textContent = id ? 'Reply to: ' + (about ? about[1] : words) : '';
}

function choose(phone, name) {
  phone.photo = phone.photo === name ? '' : name;
  phone.tray.querySelectorAll('button').forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.photo === phone.photo)));
  phone.camera.classList.toggle('with', !!phone.photo);
}

function pictures(chosen) {
  return Object.entries(PHOTOS).map(([name, words]) => {
    const button = make('button', '', picture(name), words);
    button.type = 'button';
    button.dataset.photo = name;
    button.setAttribute('aria-pressed', 'false');
    button.onclick = () => chosen(name);
    return button;
  });
}

function toast(screen, text) {
  const phone = phones[screen];
  phone.toast.textContent = text;
  phone.toast.hidden = false;
  clearTimeout(phone.timer);
  phone.timer = setTimeout(() => { phone.toast.hidden = true; }, 9000);
}

document.addEventListener('pointerdown', () => Object.values(phones).forEach((phone) => { phone.toast.hidden = true; }));

/* Phones are folded until they ring. */

function fold(screen, folded) {
  const phone = phones[screen];
  phone.element.classList.toggle('folded', folded);
  phone.strip.setAttribute('aria-expanded', String(!folded));
  byId('intro').hidden = !!story || Object.values(phones).some((each) => !each.element.classList.contains('folded'));
}

function rings(screen) {
  fold(screen, false);
  dot(screen, document.body.dataset.tab !== screen);
}

function dot(panel, on) {
  const tab = byId('panels').querySelector('[data-open=' + panel + ']');
  if (tab) tab.classList.toggle('news', on);
}

function openPanel(panel) {
  document.body.dataset.tab = panel;
  dot(panel, false);
  byId('panels').querySelectorAll('button').forEach((tab) => tab.setAttribute('aria-pressed', String(tab.dataset.open === panel)));
  if (phones[panel]) phones[panel].log.scrollTop = phones[panel].log.scrollHeight;
}

function panel(name, words) {
  const tab = make('button', '', words);
  tab.type = 'button';
  tab.dataset.open = name;
  tab.onclick = () => openPanel(name);
  byId('panels').append(tab);
}

function sheet(event) {
  const phone = phones.slack;
  phone.device.querySelectorAll('.sheet').forEach((old) => old.remove());
  const form = event.form;
  const inside = make('div', 'in');
  const before = document.activeElement;
  let photo = '';
  for (const block of form.blocks) {
    if (block.type === 'section' && block.text) inside.append(make('p', '', ...mrkdwn(block.text.text)));
    else if (!block.element) continue;
    else if (block.element.type === 'plain_text_input') {
      const area = make('textarea', 'field');
      area.rows = block.element.multiline ? 3 : 1;
      area.name = block.block_id;
      area.required = !block.optional;
      area.value = block.element.initial_value || '';
      inside.append(make('label', '', block.label.text, area));
    } else if (block.element.options) {
      const select = make('select', 'field', ...block.element.options.map((option) => {
        const one = make('option', '', option.text.text);
        one.value = option.value;
        return one;
      }));
      select.name = block.block_id;
      inside.append(make('label', '', block.label.text, select));
    } else if (block.element.type === 'file_input') {
      const tray = make('div', 'tray');
      tray.append(...pictures((name) => {
        photo = photo === name ? '' : name;
        tray.querySelectorAll('button').forEach((each) => each.setAttribute('aria-pressed', String(each.dataset.photo === photo)));
      }));
      inside.append(make('b', '', block.label.text), tray);
    }
  }
  const close = make('button', '', form.close ? form.close.text : 'Close');
  close.type = 'button';
  const submit = make('button', 'green', form.submit ? form.submit.text : 'Send');
  const box = make('form', 'sheet', make('div', 'head', make('b', '', form.title.text)), inside, make('div', 'foot', close, submit));
  box.setAttribute('role', 'dialog');
  box.setAttribute('aria-label', form.title.text);
  const end = () => { box.remove(); if (before && before.isConnected) before.focus(); };
  close.onclick = end;
  box.onkeydown = (key) => { if (key.key === 'Escape') end(); };
  box.onsubmit = (submitting) => {
    submitting.preventDefault();
    const fields = Object.fromEntries([...box.querySelectorAll('.field')].map((area) => [area.name, area.value]));
    act('slack', { deed: 'form', message: event.view, fields, photo });
    end();
  };
  phone.device.append(box);
  (box.querySelector('.field') || submit).focus({ preventScroll: true });
}

function phoneFor(screen) {
  const words = PHONES[screen];
  const element = byId('phone').content.cloneNode(true).firstElementChild;
  element.classList.add(screen);
  element.dataset.phone = screen;
  element.dataset.panel = screen;
  const find = (selector) => element.querySelector(selector);
  find('.owner').append(words.owner + ' ', make('small', '', words.app));
  find('.with').textContent = words.with;
  find('.how').textContent = words.how;
  find('.face').textContent = screen === 'robot' ? 'R' : screen === 'sms' ? '#' : 'D';
  find('.none').textContent = words.none;
  find('.messages').setAttribute('aria-label', words.app + ' of ' + words.owner);
  const phone = {
    element, strip: find('.strip'), composer: find('.composer'), device: find('.device'), log: find('.messages'), none: find('.none'), toast: find('.toast'), aim: find('.target'), tray: find('.tray'),
    camera: find('.camera'), input: find('.composer input'), items: new Map(), target: '', photo: '',
  };
  phone.input.placeholder = words.hint;
  phone.input.setAttribute('aria-label', words.hint + ', ' + words.owner);
  phone.tray.append(...pictures((name) => choose(phone, name)));
  phone.camera.onclick = () => {
    phone.tray.hidden = !phone.tray.hidden;
    phone.camera.setAttribute('aria-expanded', String(!phone.tray.hidden));
  };
  phone.aim.querySelector('button').onclick = () => aim(screen, '', '');
  find('.composer').onsubmit = (event) => {
    event.preventDefault();
    const text = phone.input.value.trim();
    if (!text && !phone.photo) return;
    act(screen, { deed: 'send', message: phone.target, text, photo: phone.photo });
    phone.input.value = '';
    if (phone.usual) aim(screen, ...phone.usual);
    if (phone.photo) choose(phone, phone.photo);
    phone.tray.hidden = true;
    phone.camera.setAttribute('aria-expanded', 'false');
  };
  phones[screen] = phone;
  find('.strip .name').append(words.owner + ' ', make('small', '', words.app));
  phone.strip.onclick = () => fold(screen, false);
  find('.owner').onclick = () => { if (!only) fold(screen, true); };
  if (screen === 'robot') find('.top').append(robotSwitch());
  byId('phones').append(element);
  panel(screen, words.owner);
  fold(screen, true);
}

function robotSwitch() {
  const button = make('button', 'switch', 'on');
  button.type = 'button';
  button.setAttribute('role', 'switch');
  button.setAttribute('aria-label', 'The robot is switched on');
  button.onclick = () => post('/robot', { on: !robotOn }).catch((problem) => toast('robot', problem.message));
  return button;
}

function plug(event) {
  robotOn = event.on;
  const button = phones.robot.element.querySelector('.switch');
  button.textContent = robotOn ? 'on' : 'off';
  button.setAttribute('aria-checked', String(robotOn));
  phones.robot.element.classList.toggle('off', !robotOn);
}

/* The agent's desk. */

function selectTask(ref) {
  shownTask = ref;
  byId('tabs').replaceChildren(...[...tasks.values()].reverse().map((task) => {
    const tab = make('button', '', task.title);
    tab.type = 'button';
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-selected', String(task.id === ref));
    tab.onclick = () => selectTask(task.id);
    return tab;
  }));
  const task = tasks.get(ref);
  byId('reply').hidden = !/^(needs_|claimed|in_progress|waiting)/.test(task.status);
  const where = make('div', 'where', make('b', 'status', task.status || '…'));
  if (task.holder) where.append('· ' + task.holder + (task.status === 'claimed' ? ' has it' : '') + ' ');
  where.append('· ' + task.place + '/' + ref);
  if (task.files.length) where.append('· beside it: ' + task.files.join(', '));
  drawTime();
  const pre = make('pre');
  for (const line of task.text.split('\n')) {
    const key = line.match(/^(\s*(?:- )*)([\w-]+)(:.*)$/);
    const fresh = task.before && line.trim() && !task.before.has(line);
    const row = make('span', fresh ? 'fresh' : '');
    if (key) row.append(key[1], make('span', 'key', key[2]), key[3]);
    else row.append(line);
    pre.append(row, '\n');
  }
  const file = byId('file');
  const top = file.scrollTop;
  const atEnd = top + file.clientHeight > file.scrollHeight - 24;
  file.replaceChildren(where, pre);
  const rows = [...pre.children];
  const messages = rows.findIndex((row) => row.textContent === '---');
  const said = rows.find((row, i) => i > messages && row.classList.contains('fresh'));
  file.scrollTop = task.before && (said || atEnd) ? file.scrollHeight : task.before ? top : 0;
}

function title(text) {
  const found = text.match(/intent: *"?'?(.*?)"?'?$/m);
  return found ? found[1].replace(/''/g, "'") : 'task';
}
