/* ---------- Markdown: a small part of it, made of nodes; whatever else stands there stays text ---------- */
const web = (text) => { try { const url = new URL(text); return /^https?:$/.test(url.protocol) ? url.href : null; } catch { return null; } };
const outside = (href, label) => h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, label);
const INLINE = /`([^`\n]+)`|\*\*([^\n*]+)\*\*|__([^\n_]+)__|\*([^\s*](?:[^\n*]*[^\s*])?)\*|\[([^\]\n]{1,300})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>"']{1,2000})/g;
function inline(text, depth = 0) {
  const out = []; let done = 0;
  if (depth > 4 || text.length > 20000) return [text];
  for (const found of text.matchAll(INLINE)) {
    const [all, code, bold, bold2, italic, label, target, url] = found;
    let node;
    if (code) node = h('code', {}, code);
    else if (bold || bold2) node = h('strong', {}, inline(bold || bold2, depth + 1));
    else if (italic) node = h('em', {}, inline(italic, depth + 1));
    else if (label) node = web(target) ? outside(web(target), label) : all;
    else {
      const end = url.match(/[.,;:!?)\]]*$/)[0];
      const clean = url.slice(0, url.length - end.length);
      node = web(clean) ? [outside(web(clean), clean), end] : all;
    }
    out.push(text.slice(done, found.index), node);
    done = found.index + all.length;
  }
  out.push(text.slice(done));
  return out.flat();
}
function prose(text) {
  const box = h('div', { class: 'prose', dir: 'auto' });
  const rows = String(text).replace(/\r\n?/g, '\n').split('\n');
  let para = [];
  const flush = () => { if (para.length) box.append(h('p', { dir: 'auto' }, para.flatMap((row, i) => [i ? h('br') : null, ...inline(row)]))); para = []; };
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const item = /^\s{0,3}(?:[-*+•]|(\d{1,3})[.)])\s+(.*)$/;
    let m;
    if (/^\s*```/.test(row)) {
      flush(); const code = [];
      while (++i < rows.length && !/^\s*```/.test(rows[i])) code.push(rows[i]);
      box.append(h('pre', { tabindex: '0' }, h('code', {}, code.join('\n'))));
    } else if ((m = row.match(/^\s{0,3}#{1,6}\s+(.*?)\s*#*$/))) { flush(); box.append(h('h3', { dir: 'auto' }, inline(m[1]))); }
    else if ((m = row.match(item))) {
      flush(); const list = h(m[1] ? 'ol' : 'ul', m[1] ? { start: m[1] } : {});
      for (; i < rows.length && (m = rows[i].match(item)); i++) list.append(h('li', { dir: 'auto' }, inline(m[2])));
      i--; box.append(list);
    } else if ((m = row.match(/^\s{0,3}>\s?(.*)$/))) {
      flush(); const said = [];
      for (; i < rows.length && (m = rows[i].match(/^\s{0,3}>\s?(.*)$/)); i++) said.push(m[1]);
      i--; box.append(h('blockquote', { dir: 'auto' }, inline(said.join('\n'))));
    } else if (!row.trim()) flush();
    else para.push(row);
  }
  flush();
  if (text.length <= 2500) return box;
  box.classList.add('clip');
  const more = button(t('show_all'), () => { box.classList.remove('clip'); more.remove(); }, 'plain text');
  return h('div', {}, box, more);
}

