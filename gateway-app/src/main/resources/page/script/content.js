/* ---------- what stands in a task ---------- */
const here = (url) => (typeof url === 'string' && url.startsWith('/') && !url.startsWith('//') ? link.base + url : null);
function fileLine(entry, what, ico = 'file') {
  const name = entry.name || what;
  const about = [entry.name ? what : null, entry.mime && !/octet-stream/.test(entry.mime) ? entry.mime.split('/').pop() : null, bytes(entry.size)].filter(Boolean).join(' · ');
  const inside = [icon(ico), h('span', {}, h('bdi', {}, name), h('small', {}, about || entry.text || ''))];
  const url = here(entry.url);
  return url ? h('a', { class: 'fileline', href: url, download: entry.name || '', rel: 'noopener' }, inside, icon('down'))
    : h('div', { class: 'fileline' }, icon(ico), h('span', {}, h('bdi', {}, name), h('small', {}, entry.text || t('file_elsewhere'))));
}
function picture(entry) {
  const url = here(entry.url);
  if (!url) return web(entry.text) ? linkLine(entry.text, t('picture_elsewhere')) : fileLine(entry, t('picture'), 'image');
  const label = entry.name || t('picture');
  const img = h('img', { src: url, alt: label, loading: 'lazy', decoding: 'async' });
  const figure = h('figure', {}, h('button', { type: 'button', class: 'shot', 'aria-label': t('enlarge', label), onclick: () => enlarge(url, label) }, img),
    entry.name ? h('figcaption', {}, h('bdi', {}, entry.name)) : null);
  img.addEventListener('error', () => figure.replaceWith(web(entry.text) ? linkLine(entry.text, t('picture_elsewhere')) : fileLine(entry, t('picture_unseen'), 'image')), { once: true });
  return figure;
}
function player(kind, entry) {
  const url = here(entry.url);
  if (!url) return web(entry.text) ? linkLine(entry.text, t(kind + '_elsewhere')) : fileLine(entry, t(kind), kind === 'audio' ? 'mic' : 'video');
  const media = h(kind, { controls: true, preload: 'metadata', src: url, 'aria-label': entry.name || t(kind), playsinline: true });
  const figure = h('figure', {}, media, entry.name ? h('figcaption', {}, h('bdi', {}, entry.name)) : null);
  media.addEventListener('error', () => figure.replaceWith(fileLine(entry, t(kind), kind === 'audio' ? 'mic' : 'video')), { once: true });
  return figure;
}
function linkLine(text, what) {
  const url = web(text);
  if (!url) return h('p', { dir: 'auto' }, String(text).slice(0, 4000));
  return h('a', { class: 'fileline', href: url, target: '_blank', rel: 'noopener noreferrer' }, icon('link'),
    h('span', {}, h('bdi', {}, what || new URL(url).hostname), h('small', {}, h('bdi', {}, url.length > 160 ? url.slice(0, 160) + '…' : url))));
}
function entry(e) {
  switch (e.type) {
    case 'image': return picture(e);
    case 'audio': case 'video': return player(e.type, e);
    case 'file': return fileLine(e, t('file'));
    case 'url': return linkLine(e.text || e.url || '');
    case 'ref': return h('div', { class: 'fileline' }, icon('back'), h('span', {}, h('bdi', {}, e.thread && e.thread.intent ? e.thread.intent : e.text || t('earlier_unnamed')),
      h('small', {}, t('earlier') + (e.thread && e.thread.status ? ': ' + (ENDED.includes(e.thread.status) ? t('ended.' + e.thread.status) : t('earlier_open')) : ''))));
    case 'location': return place(e);
    case 'confirmation': return h('p', {}, e.text || t('yes'));
    case 'error': return h('p', { class: 'note', dir: 'auto' }, e.text || t('wrong'));
    default: return prose(e.text ?? '');
  }
}
function place(e) {
  const at = typeof e.lat === 'number' && typeof e.lng === 'number';
  const text = e.text || (at ? e.lat.toFixed(5) + ', ' + e.lng.toFixed(5) : t('place'));
  return at ? h('a', { class: 'fileline', target: '_blank', rel: 'noopener noreferrer', href: `https://www.openstreetmap.org/?mlat=${e.lat}&mlon=${e.lng}#map=17/${e.lat}/${e.lng}` },
    icon('place'), h('span', {}, h('bdi', {}, text), h('small', {}, t('map')))) : h('div', { class: 'fileline' }, icon('place'), h('span', {}, h('bdi', {}, text)));
}
const entries = (list) => h('ul', { class: 'entries' }, list.map((e) => h('li', {}, entry(e))));
function enlarge(url, label) {
  const box = $('big');
  const img = h('img', { src: url, alt: label });
  box.replaceChildren(h('header', {}, h('button', { type: 'button', class: 'plain', 'aria-label': t('close'), onclick: () => box.close() }, icon('close'))), img);
  img.addEventListener('click', () => box.close());
  box.showModal();
}

