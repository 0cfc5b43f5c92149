/* ---------- what happens meanwhile ---------- */
const look = () => { if (document.visibilityState === 'visible' && Date.now() - app.seen > 1500) load(true); };
setInterval(() => { if (document.visibilityState === 'visible' && (!app.problem || app.problem.kind === 'load') && Date.now() - app.seen > 19000) load(true); }, 5000);
setInterval(() => document.querySelectorAll('[data-left]').forEach((el) => { el.textContent = left(el.dataset.left); el.className = new Date(el.dataset.left) < Date.now() ? 'late' : 'soft'; }), 20000);
document.addEventListener('visibilitychange', look);
addEventListener('focus', look);
addEventListener('storage', (event) => {
  if (event.key === 'mess:prefs') { Object.assign(prefs, keep.get('prefs')); wear(); }
  else if (event.key === 'mess:out:' + link.id && !app.xhr) { app.out = keep.get('out:' + link.id); app.seen = 0; look(); }
  else if (event.key === 'mess:draft:' + link.id && !app.sheet) draft = keep.get('draft:' + link.id) || {};
});
addEventListener('online', () => { online(true); if (app.out && !app.out.refused) { app.xhr?.abort(); setTimeout(send, 50); } app.seen = 0; look(); });
addEventListener('offline', () => online(false));
if (!navigator.onLine) online(false);
if (app.out) app.out.loud = true;
sweep();
dress();
files.list(link.id).then((list) => { app.files = list; return load(); });
addEventListener('load', () => { if (isSecureContext && navigator.serviceWorker) setTimeout(serve, 300); });

/* The worker opens this page where there is no network. It knows the page and its texts, and no task. */
function serve() {
  const url = link.base + '/respond/worker.js';
  const trusted = self.trustedTypes ? trustedTypes.createPolicy('worker', { createScriptURL: (given) => given }).createScriptURL(url) : url;
  navigator.serviceWorker.register(trusted, { scope: link.base + '/r' }).catch(() => { /* without it the page needs the network, as any other */ });
}
