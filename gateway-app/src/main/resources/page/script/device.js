/* ---------- what is kept on this device ---------- */
const keep = {
  get(key) { try { return JSON.parse(localStorage.getItem('mess:' + key)); } catch { return null; } },
  set(key, value) { try { localStorage.setItem('mess:' + key, JSON.stringify(value)); return true; } catch { return false; } },
  drop(key) { try { localStorage.removeItem('mess:' + key); } catch { /* nothing was kept either */ } },
};
const prefs = Object.assign({ defaultCamera: 'back', imageQuality: 'standard', audioFormat: 'auto', theme: 'auto' }, keep.get('prefs'));
function wear() {
  if (prefs.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = prefs.theme;
  document.querySelectorAll('meta[name=theme-color]').forEach((meta) => {
    meta.content = (prefs.theme === 'auto' ? meta.media.includes('dark') : prefs.theme === 'dark') ? '#151411' : '#f3efe6';
  });
}
wear();

/* Picked files live in IndexedDB, because they are too large for anything else that survives a reload. */
const files = (() => {
  const spare = new Map();
  const opened = new Promise((resolve) => {
    try {
      const request = indexedDB.open('mess', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('files', { keyPath: 'id' }).createIndex('link', 'link');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
      request.onblocked = () => resolve(null);
    } catch { resolve(null); }
  });
  async function on(mode, act) {
    const db = await opened;
    if (!db) return undefined;
    return new Promise((resolve) => {
      try {
        const change = db.transaction('files', mode);
        const request = act(change.objectStore('files'));
        change.oncomplete = () => resolve(request.result);
        change.onerror = change.onabort = () => resolve(undefined);
      } catch { resolve(undefined); }
    });
  }
  return {
    async put(file) { spare.set(file.id, file); await on('readwrite', (store) => store.put(file)); },
    async list(link) {
      const kept = (await on('readonly', (store) => store.index('link').getAll(link))) || [];
      kept.forEach((file) => spare.set(file.id, file));
      return [...spare.values()].filter((file) => file.link === link).sort((a, b) => a.at - b.at);
    },
    async drop(id) { spare.delete(id); await on('readwrite', (store) => store.delete(id)); },
    async old(before) {
      const all = (await on('readonly', (store) => store.getAll())) || [];
      for (const file of all) if (file.at < before) await this.drop(file.id);
    },
  };
})();

/* What a link's token says of itself: whose it is, and until when. It proves nothing here. */
function claims(token) {
  try { return JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))); } catch { return {}; }
}

/* ---------- the link: the secret part leaves the address bar, a reload still works ---------- */
const link = (() => {
  const short = location.pathname.match(/^(.*)\/r\/([^/]+)\/?$/);
  const base = short ? short[1] : location.pathname.replace(/\/respond\/?$/, '');
  const query = new URLSearchParams(location.search);
  const ref = query.get('ref') || query.get('request') || '';
  const place = short ? 'c:' + short[2] : 'r:' + ref;
  const secret = query.get(short ? 't' : 'token');
  const own = (store) => { try { return store.getItem('mess:key:' + place); } catch { return null; } };
  if (secret) {
    for (const store of [sessionStorage, localStorage]) { try { store.setItem('mess:key:' + place, secret); } catch { /* this tab only */ } }
    ['t', 'token'].forEach((name) => query.delete(name));
    history.replaceState(null, '', location.pathname + (query.size ? '?' + query : ''));
  }
  const key = secret || own(sessionStorage) || own(localStorage) || '';
  /* Two people on one device keep their drafts apart. */
  const id = place + (short ? '' : ':' + (claims(key).executor ?? ''));
  return {
    base, id, place, token: short ? '' : key,
    query: short ? 'code=' + encodeURIComponent(short[2]) + '&t=' + encodeURIComponent(key) : 'token=' + encodeURIComponent(key),
    forget() { for (const store of [sessionStorage, localStorage]) { try { store.removeItem('mess:key:' + place); } catch { /* gone */ } } },
  };
})();

/* ---------- state ---------- */
const app = { task: null, problem: null, sent: null, out: keep.get('out:' + link.id), xhr: null, files: [], waits: false, sheet: null, shown: '', seen: 0, settled: null };
let draft = keep.get('draft:' + link.id) || {};
const form = (name) => (draft[name] ||= {});
function saveDraft() { draft.at = Date.now(); keep.set('draft:' + link.id, draft); }
/* What was picked after an answer was composed is not of it, and stays. */
async function dropDraft(name, gone = app.files.map((file) => file.id)) {
  delete draft[name];
  if (Object.keys(draft).some((key) => key !== 'at')) saveDraft(); else keep.drop('draft:' + link.id);
  if (name !== 'answer') return;
  app.files = app.files.filter((file) => !gone.includes(file.id));
  for (const id of gone) await files.drop(id);
}
const hasDraft = () => Object.entries(draft).some(([key, value]) => key !== 'at' && filled(value)) || app.files.length > 0;
function sweep() {
  const before = Date.now() - 30 * 864e5;
  try {
    for (const key of Object.keys(localStorage)) {
      if (/^mess:(draft|task):/.test(key) && (JSON.parse(localStorage.getItem(key)) || {}).at < before) localStorage.removeItem(key);
      if (key.startsWith('mess:key:r:') && claims(localStorage.getItem(key)).exp * 1000 < before) localStorage.removeItem(key);
    }
  } catch { /* not ours to mend */ }
  files.old(before);
}


/* ---------- the task as it was seen last, for a place without network: while it is one's own or free, and without its tokens ---------- */
const seen = {
  keep(task) {
    if (task.state !== 'open' && task.state !== 'yours') return this.drop();
    const { token, people, ...rest } = task;
    return keep.set('task:' + link.id, { at: Date.now(), task: rest });
  },
  last() { return keep.get('task:' + link.id); },
  drop() { keep.drop('task:' + link.id); },
};
