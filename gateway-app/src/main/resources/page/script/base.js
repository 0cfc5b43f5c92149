/* ---------- small tools: text only ever becomes text nodes, so nothing that a thread says can become markup ---------- */
const $ = (id) => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
function h(name, props, ...children) {
  const el = document.createElement(name);
  for (const [key, value] of Object.entries(props || {})) {
    if (value == null || value === false) continue;
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else if (key === 'class') el.className = value;
    else el.setAttribute(key, value === true ? '' : value);
  }
  el.append(...children.flat(Infinity).filter((child) => child != null && child !== false && child !== ''));
  return el;
}
function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'i');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', '#i-' + name);
  svg.append(use);
  return svg;
}
const button = (label, onclick, cls = 'b', ico = null, more = {}) =>
  h('button', { type: 'button', class: cls, onclick, ...more }, ico && icon(ico), h('span', {}, label));
const square = (label, onclick, ico, more = {}) =>
  h('button', { type: 'button', class: 'b square', 'aria-label': label, title: label, onclick, ...more }, icon(ico));
const lines = (text) => String(text || '').split('\n').map((line) => line.replace(/^\s*[-*•]\s+/, '').trim()).filter(Boolean);
const words = (id) => { const plain = String(id).replace(/[-_]+/g, ' ').trim(); return plain.charAt(0).toUpperCase() + plain.slice(1); };
const trimmed = (value) => String(value ?? '').trim();
const filled = (value) => (value && typeof value === 'object' ? Object.values(value).some(filled) : value !== undefined && value !== '' && value !== null && value !== false);
const given = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== '' && value != null && !(Array.isArray(value) && !value.length)));
const random = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');
/* Addresses of files carry a token that is fresh at every look; they say nothing new. */
const sig = (value) => JSON.stringify(value ?? null).replace(/token=[^"&]*|"token":"[^"]*"/g, '');
function plainValue(value) {
  if (value == null) return '';
  if (Array.isArray(value)) return value.map(plainValue).join(', ');
  if (typeof value === 'object') return Object.entries(value).map(([k, v]) => words(k) + ': ' + plainValue(v)).join(', ');
  if (value === true || value === false) return t(value ? 'yes' : 'no');
  return String(value);
}

/* ---------- texts: those of the household's language are in the page, others are fetched ---------- */
let texts = JSON.parse($('words').textContent);
let { language } = texts;
function t(key, ...values) {
  return (texts[key] ?? key).replace(/\{(\d)\}/g, (_, n) => values[n] ?? '');
}
function many(key, count) {
  return t(key + (new Intl.PluralRules(language).select(count) === 'one' ? '.one' : '.other'), count);
}
/* A text with a node in its place: names stand in an element of their own, whatever their direction. */
function around(key, node) {
  const [before, after] = t(key, '\u0000').split('\u0000');
  return [before, node, after];
}
async function speak(wish) {
  const code = String(wish || '').slice(0, 2).toLowerCase();
  if (!code || code === language) return;
  let other;
  try {
    const answer = await fetch(link.base + '/respond/words/' + code, { credentials: 'omit', redirect: 'error', signal: AbortSignal.timeout(8000) });
    if (answer.ok) { other = await answer.json(); keep.set('texts', other); }
  } catch { other = keep.get('texts'); }
  if (!other || other.language !== code) return;
  texts = other;
  language = code;
  dress();
}
/* What stands in the page before any task does. */
function dress() {
  document.documentElement.lang = language;
  const region = navigator.languages.find((one) => one.slice(0, 2).toLowerCase() === language) || language;
  clock = new Intl.DateTimeFormat(region, { hour: 'numeric', minute: '2-digit' });
  day = new Intl.DateTimeFormat(region, { weekday: 'short', day: 'numeric', month: 'short' });
  $('skip').textContent = t('skip');
  $('prefs-open').setAttribute('aria-label', t('settings'));
  $('offline-text').textContent = t('offline');
  $('bar').firstElementChild.setAttribute('aria-label', t('actions'));
  $('big').setAttribute('aria-label', t('picture'));
  $('lens').setAttribute('aria-label', t('camera'));
}

/* ---------- what is said aside ---------- */
const say = (text) => { $('say').textContent = ''; setTimeout(() => { $('say').textContent = text; }, 50); };
const alarm = (text) => { $('alarm').textContent = ''; setTimeout(() => { $('alarm').textContent = text; }, 50); };
function toast(text, ico = 'done') {
  $('toast').replaceChildren(icon(ico), h('span', {}, text));
  $('toast').hidden = false;
  say(text);
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { $('toast').hidden = true; }, 7000);
}

/* ---------- time, in the words of the one who reads ---------- */
let clock;
let day;
function moment(iso) {
  const at = new Date(iso);
  if (isNaN(at)) return String(iso);
  const from = new Date(); from.setHours(0, 0, 0, 0);
  const days = Math.floor((at - from) / 864e5);
  const name = Math.abs(days) < 2 ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day') : day.format(at);
  return t('moment', clock.format(at), name);
}
function span(ms) {
  const minutes = Math.max(0, Math.round(Math.abs(ms) / 6e4));
  if (minutes < 1) return t('moments');
  if (minutes < 60) return t('minutes', minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t('hours', hours) + (minutes % 60 ? ' ' + t('minutes', minutes % 60) : '');
  return many('days', Math.round(hours / 24));
}
const left = (iso) => { const ms = new Date(iso) - Date.now(); return t(ms >= 0 ? 'left' : 'late', span(ms)); };
const ago = (iso) => { const ms = Date.now() - new Date(iso); return ms < 45e3 ? t('just_now') : ms < 72e6 ? t('ago', span(ms)) : moment(iso); };
const bytes = (n) => n == null || n < 0 ? '' : n < 1000 ? t('bytes', n) : n < 1e6 ? Math.round(n / 1e3) + ' kB' : (n / 1e6).toFixed(1) + ' MB';
const utc = (local) => { const at = new Date(local); return isNaN(at) ? '' : at.toISOString().replace(/\.\d+Z$/, 'Z'); };
