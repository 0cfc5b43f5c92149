'use strict';
/* Opens the page without network: it keeps the page, which is the same for everybody. What belongs to
   a task (its address with the token, its JSON, its files) passes by and is never kept. */
const VERSION = 'respond-<!-- version -->';
const base = new URL(registration.scope).pathname.replace(/\/r$/, '');
const PAGE = base + '/respond';
const isPage = (url) => url.pathname === PAGE || url.pathname.startsWith(base + '/r/');
const PATIENCE = 4000;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.add(new Request(PAGE, { headers: { Accept: 'text/html' }, credentials: 'omit', cache: 'no-cache' }))).then(() => skipWaiting()));
});
addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('respond-') && name !== VERSION).map((name) => caches.delete(name)))));
});
addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && isPage(url)) event.respondWith(page(request));
});
/* The network's answer where there is one soon; else the page, which is kept under a name without token. */
async function page(request) {
  const cache = await caches.open(VERSION);
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  const answer = fetch(request).catch(() => undefined);
  const first = await Promise.race([answer, late]);
  if (first && first.status < 500) return first;
  return (await cache.match(PAGE, { ignoreVary: true })) || (await answer) || Response.error();
}
