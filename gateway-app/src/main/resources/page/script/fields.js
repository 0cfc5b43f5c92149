/* ---------- fields ---------- */
let ids = 0;
function input(values, name, label, more = {}) {
  const id = 'f' + ++ids;
  const { hint, type = 'textarea', rows = 3, ...rest } = more;
  const control = type === 'textarea' ? h('textarea', { class: 'in', id, name, rows, dir: 'auto', ...rest }) : h('input', { class: type === 'range' ? '' : 'in', id, name, type, dir: type === 'text' ? 'auto' : null, ...rest });
  if (values[name] != null) control.value = values[name];
  return h('div', { class: 'field' }, h('label', { for: id }, label, hint ? h('span', { class: 'hint' }, hint) : null), control);
}
function picks(values, name, label, options, more = {}) {
  return h('fieldset', { class: 'field' }, h('legend', {}, label, more.hint ? h('span', { class: 'hint' }, more.hint) : null), h('div', { class: 'picks' }, options.map(([value, text]) => {
    const radio = h('input', { type: 'radio', name, value, onchange: more.onchange });
    radio.checked = values[name] === String(value);
    return h('label', { class: 'pick' }, radio, h('span', {}, text));
  })));
}

/* ---------- the form that a hint describes ---------- */
/* A number or a truth stays what it is. */
function option(raw) {
  const { value, label } = typeof raw === 'object' && raw !== null ? { value: raw.value ?? raw.id ?? raw.label, label: raw.label ?? raw.value ?? raw.id } : { value: raw, label: raw };
  return [['number', 'boolean'].includes(typeof value) ? value : plainValue(value), plainValue(label)];
}
function fieldOf(name, spec) {
  if (Array.isArray(spec)) return { name, label: words(name), type: 'options', options: spec.map(option) };
  if (spec && typeof spec === 'object') {
    const options = spec.options || spec.enum || spec.values || spec.choices;
    return { name, label: spec.label || spec.title || spec.question || words(name), hint: [spec.description || spec.hint, spec.unit].filter(Boolean).join(', '), required: spec.required === true, min: spec.min ?? spec.minimum, max: spec.max ?? spec.maximum,
      type: Array.isArray(options) ? 'options' : kindOf(spec.type), options: Array.isArray(options) ? options.map(option) : [] };
  }
  const text = spec == null ? '' : String(spec);
  if (text.includes('|')) return { name, label: words(name), type: 'options', options: text.split('|').map((o) => option(o.trim())) };
  const kind = kindOf(text);
  return { name, label: words(name), type: kind, hint: kind === 'text' && !/^(string|text|str)?$/i.test(text) ? text : '' };
}
function kindOf(type) {
  const text = String(type ?? '').toLowerCase();
  if (/^(number|integer|int|float|decimal|double|numeric)\b/.test(text)) return 'number';
  if (/^(bool|boolean|yes\/no|yes or no|true\/false)/.test(text)) return 'boolean';
  if (/^(datetime|date-time|timestamp)\b/.test(text)) return 'datetime-local';
  if (/^date\b/.test(text)) return 'date';
  if (/^time\b/.test(text)) return 'time';
  return 'text';
}
function fieldsOf(spec) {
  if (spec == null || spec === '') return [{ name: 'value', label: t('value'), type: 'text' }];
  if (typeof spec !== 'object') return [{ name: 'value', label: String(spec), type: 'text' }];
  if (Array.isArray(spec)) return spec.slice(0, 60).map((one) => {
    if (one === null || typeof one !== 'object') return fieldOf(String(one), '');
    const name = one.name || one.field || one.id;
    const first = Object.keys(one)[0] || 'value';
    return name ? fieldOf(String(name), one) : fieldOf(first, one[first]);
  });
  const inner = spec.fields || spec.properties || (spec.schema && spec.schema.properties);
  if (inner && typeof inner === 'object') return fieldsOf(inner).map((field) => ({ ...field, required: field.required || (Array.isArray(spec.required) && spec.required.includes(field.name)) }));
  return Object.entries(spec).slice(0, 60).map(([name, one]) => fieldOf(name, one));
}
const yesNo = () => [['yes', t('yes')], ['no', t('no')]];
function structured(v, prefix, field) {
  const name = prefix + '.' + field.name;
  const label = field.required ? t('needed', field.label) : field.label;
  if (field.type === 'boolean') return picks(v, name, label, yesNo(), { hint: field.hint });
  if (field.type === 'options') return field.options.length <= 8 ? picks(v, name, label, field.options, { hint: field.hint }) : choose(v, name, label, field);
  if (field.type === 'text') return input(v, name, label, { rows: 1, hint: field.hint });
  return input(v, name, label, { type: field.type, hint: field.hint, min: field.min, max: field.max, step: field.type === 'number' ? 'any' : null, inputmode: field.type === 'number' ? 'decimal' : null });
}
function choose(v, name, label, field) {
  const id = 'f' + ++ids;
  const select = h('select', { class: 'in', id, name }, h('option', { value: '' }, t('choose')), field.options.map(([value, text]) => h('option', { value }, text)));
  if (v[name] != null) select.value = v[name];
  return h('div', { class: 'field' }, h('label', { for: id }, label, field.hint ? h('span', { class: 'hint' }, field.hint) : null), select);
}
function typedValue(field, raw) {
  const text = trimmed(raw);
  if (text === '') return undefined;
  if (field.type === 'number') return isNaN(Number(text)) ? text : Number(text);
  if (field.type === 'boolean') return text === 'yes';
  if (field.type === 'datetime-local') return utc(text);
  if (field.type === 'options') return (field.options.find(([value]) => String(value) === text) || [text])[0];
  return text;
}
