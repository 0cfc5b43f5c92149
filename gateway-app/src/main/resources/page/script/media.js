/* ---------- what is added: pictures, recordings, files, the place ---------- */
function drawHeld() {
  const box = $('held');
  if (!box) return;
  const v = form('answer');
  const now = sig([app.files.map((file) => file.id), v.place, language]);
  if (box.dataset.sig !== now) {
    box.dataset.sig = now;
    const items = app.files.map((file) => {
      const url = URL.createObjectURL(file.blob);
      const image = file.kind === 'image';
      const remove = async () => { app.files = app.files.filter((one) => one !== file); drawHeld(); drawBar(app.task); await files.drop(file.id); };
      return h('li', {}, image ? h('img', { class: 'thumb', src: url, alt: '' }) : h('span', { class: 'thumb' }, icon(MEDIA[file.kind] || 'file')),
        h('span', {}, h('strong', {}, '✓ ' + t('added.' + file.kind)), h('span', { class: 'soft small' }, h('bdi', {}, file.name), ' · ' + bytes(file.blob.size)),
          image ? [h('br'), button(t('retake'), () => takePhoto(remove), 'plain text')] : null),
        h('button', { type: 'button', class: 'plain', 'aria-label': t('remove', file.name), onclick: async () => { await remove(); say(t('removed')); $('primary')?.focus(); } }, icon('close')),
        file.kind === 'audio' ? h('audio', { controls: true, src: url, 'aria-label': file.name }) : null);
    });
    if (filled(v.place)) items.push(h('li', {}, h('span', { class: 'thumb' }, icon('place')), h('span', {}, h('strong', {}, '✓ ' + t('added.location')), v.place.lat != null ? v.place.lat.toFixed(5) + ', ' + v.place.lng.toFixed(5) : v.place.text),
      h('button', { type: 'button', class: 'plain', 'aria-label': t('remove', t('place')), onclick: () => { delete v.place; saveDraft(); drawHeld(); } }, icon('close'))));
    box.replaceChildren(...items);
  }
  $('answer').hidden = !box.childElementCount && !$('spot').childElementCount && !$('answer').querySelector('.field, .extra');
}
/* Where what is being added is shown meanwhile. */
function spot(...nodes) {
  $('spot')?.replaceChildren(...(recording ? [recording.box] : []), ...nodes);
  drawHeld();
}
/* What is being added or recorded now; each says at last whether it is with the answer. */
const adding = new Set();
function during(work) {
  const one = work.catch(() => { spot(); toast(t('failed'), 'bad'); }).finally(() => adding.delete(one));
  adding.add(one);
  return one;
}
async function add(kind, name, blob) {
  const limits = (app.task && app.task.limits) || {};
  const total = app.files.reduce((sum, file) => sum + file.blob.size, 0);
  if (limits.files && app.files.length >= limits.files) return toast(t('too_many', limits.files), 'bad');
  if (limits.fileBytes && blob.size > limits.fileBytes) return toast(t('too_large', name, bytes(blob.size), bytes(limits.fileBytes)), 'bad');
  if (limits.totalBytes && total + blob.size > limits.totalBytes) return toast(t('too_large_all', bytes(limits.totalBytes)), 'bad');
  const stem = { image: 'photo', audio: 'audio', video: 'video', file: 'file' }[kind];
  let n = 1;
  while (app.files.some((file) => file.part === stem + n)) n++;
  const file = { id: random(), link: link.id, at: Date.now(), kind, part: stem + n, name: name || stem + n, blob };
  app.files.push(file);
  const kept = files.put(file).then(() => true);
  app.sure = false;
  if (!$('held')) return kept;
  drawHeld();
  drawBar(app.task);
  $('held').scrollIntoView({ block: 'nearest' });
  $('primary')?.focus({ preventScroll: true });
  say(t('added.' + kind));
  return kept;
}
function pick(kind, accept, capture, before = () => {}) {
  const chooser = h('input', { type: 'file', accept: accept || null, capture: capture || null, multiple: !capture, hidden: true, id: 'chooser' });
  const take = async () => {
    let all = true;
    if (chooser.files.length) await before();
    for (const file of chooser.files) {
      const real = kind !== 'file' ? kind : (file.type.match(/^(image|audio|video)\//) || [0, 'file'])[1];
      spot(h('p', { class: 'soft' }, t('adding', file.name)));
      const blob = real === 'image' ? await smaller(file) : file;
      spot();
      all = await add(real, blob === file ? file.name : file.name.replace(/\.[^.]*$/, '') + '.jpg', blob) && all;
    }
    chooser.remove();
    return all;
  };
  chooser.addEventListener('change', () => during(take()));
  document.querySelector('#chooser')?.remove();
  document.body.append(chooser);
  chooser.click();
}
/* About half a megabyte is enough to read a label by; the way up is applied to the pixels. What cameras
   make is drawn anew however small it is: where it was taken is written in it. */
async function smaller(file) {
  const [most, side] = { small: [250e3, 1280], standard: [500e3, 2048] }[prefs.imageQuality] || [Infinity, Infinity];
  const fromCamera = /^image\/(jpe?g|webp|hei[cf]|tiff)$/.test(file.type) || /\.(jpe?g|webp|hei[cf]|tiff?)$/i.test(file.name || '');
  if (file.size <= most && !fromCamera) return file;
  if (most === Infinity || file.type === 'image/svg+xml') return file;
  let bitmap;
  try { bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }); } catch { return file; }
  let scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  let best = fromCamera ? null : file;
  for (let round = 0; round < 6; round++) {
    const canvas = h('canvas', { width: Math.max(1, Math.round(bitmap.width * scale)), height: Math.max(1, Math.round(bitmap.height * scale)) });
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#fff'; pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', round < 2 ? 0.85 - round * 0.13 : 0.7));
    if (!blob) break;
    if (!best || blob.size < best.size) best = blob;
    if (blob.size <= most) break;
    if (round > 0) scale *= 0.8;
  }
  bitmap.close();
  return best || file;
}
const off = (stream) => stream.getTracks().forEach((track) => track.stop());
/* The answer may be on its way before somebody has told the browser what it may use. */
const tooLate = () => app.waits || !$('spot');
const canFilm = () => isSecureContext && navigator.mediaDevices && navigator.mediaDevices.getUserMedia;
function takePhoto(before) {
  const facing = prefs.defaultCamera === 'front' ? 'user' : 'environment';
  if (!canFilm() || matchMedia('(pointer: coarse)').matches) return pick('image', 'image/*', facing, before);
  return lens(facing, before);
}
async function lens(facing, before = () => {}) {
  let stream;
  try { stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: facing, width: { ideal: 2048 } } }); }
  catch { toast(t('camera.no'), 'bad'); return pick('image', 'image/*', null, before); }
  if (tooLate()) return off(stream);
  const box = $('lens');
  const video = h('video', { autoplay: true, playsinline: true, 'aria-label': t('camera.sees') });
  video.muted = true; video.srcObject = stream;
  box.addEventListener('close', () => off(stream), { once: true });
  const snap = h('button', { type: 'button', id: 'snap', 'aria-label': t('take_photo'), onclick: async () => {
    const canvas = h('canvas', { width: video.videoWidth, height: video.videoHeight });
    canvas.getContext('2d').drawImage(video, 0, 0);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
    box.close();
    const take = async () => { await before(); return add('image', 'photo-' + new Date().toISOString().slice(0, 19).replace(/\D/g, '') + '.jpg', await smaller(blob)); };
    if (blob) during(take());
  } }, icon('camera'));
  box.replaceChildren(h('header', {}, h('button', { type: 'button', class: 'plain', 'aria-label': t('close'), onclick: () => box.close() }, icon('close'))), video,
    h('footer', {}, button(t('gallery'), () => { box.close(); pick('image', 'image/*', null, before); }, 'plain'), snap, button(t('camera.other'), () => { box.close(); lens(facing === 'user' ? 'environment' : 'user', before); }, 'plain')));
  box.showModal();
  return snap.focus();
}
let recording = null;
function stopRecording() { if (recording) { recording.cancelled = true; recording.stop(); } }
async function record() {
  if (recording || app.waits) return;
  if (!canFilm() || typeof MediaRecorder === 'undefined') return void pick('audio', 'audio/*', 'user');
  const wishes = { webm: ['audio/webm;codecs=opus', 'audio/webm'], mp4: ['audio/mp4'] }[prefs.audioFormat] || ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'];
  const mime = wishes.find((wish) => MediaRecorder.isTypeSupported(wish));
  let stream;
  let recorder;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    if (recording || tooLate()) return void off(stream);
    recorder = new MediaRecorder(stream, mime ? { mimeType: mime } : {});
    recorder.start(1000);
  } catch {
    if (stream) off(stream);
    toast(t('microphone.no'), 'bad');
    return void pick('audio', 'audio/*');
  }
  const chunks = [];
  const began = Date.now();
  const time = h('b', { role: 'timer' }, t('recording', '0:00'));
  const tick = setInterval(() => {
    const seconds = Math.floor((Date.now() - began) / 1000);
    time.textContent = t('recording', Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0'));
    if (seconds >= 600) recording?.stop();
  }, 250);
  const box = h('div', { class: 'rec' }, time, button(t('stop'), () => recording?.stop(), 'b', null, { id: 'rec-stop' }), button(t('discard'), () => stopRecording(), 'b'));
  recording = { box, cancelled: false, stop() { if (recorder.state !== 'inactive') recorder.stop(); } };
  recorder.ondataavailable = (event) => { if (event.data.size) chunks.push(event.data); };
  const take = async () => {
    await new Promise((resolve) => { recorder.onstop = resolve; });
    clearInterval(tick);
    off(stream);
    const { cancelled } = recording;
    recording = null;
    spot();
    const type = (recorder.mimeType || 'audio/webm').split(';')[0];
    return cancelled || !chunks.length || add('audio', 'recording.' + (type.split('/')[1] || 'webm'), new Blob(chunks, { type }));
  };
  during(take());
  spot();
  $('rec-stop').focus();
}
function locate() {
  const v = form('answer');
  const set = (at) => { v.place = at; saveDraft(); spot(); say(t('added.location')); };
  const byHand = () => {
    const id = 'f' + ++ids;
    const field = h('input', { class: 'in', id, type: 'text', dir: 'auto', placeholder: '37.4419, -122.1430' });
    spot(h('div', { class: 'field' }, h('label', { for: id }, t('where'), h('span', { class: 'hint' }, t('where.hint'))), field, button(t('place.add'), () => {
      const two = field.value.match(/^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/);
      if (two && Math.abs(two[1]) <= 90 && Math.abs(two[2]) <= 180) set({ lat: Number(two[1]), lng: Number(two[2]) });
      else if (field.value.trim()) set({ text: field.value.trim() });
    })));
    field.focus();
  };
  if (!isSecureContext || !navigator.geolocation) return byHand();
  spot(h('p', { class: 'soft' }, t('locating')));
  // Nobody has to answer the browser's question, and until then its time does not run.
  return during(new Promise((found, lost) => {
    setTimeout(lost, 20000);
    navigator.geolocation.getCurrentPosition(({ coords }) => { set({ lat: coords.latitude, lng: coords.longitude, accuracy_m: Math.round(coords.accuracy) }); found(true); }, lost, { enableHighAccuracy: true, timeout: 15000, maximumAge: 60000 });
  }).catch(byHand));
}

