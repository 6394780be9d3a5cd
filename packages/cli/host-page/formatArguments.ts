const MAX_TEXT = 2000;
const MAX_DEPTH = 3;
const MAX_ITEMS = 20;

/** What a call of the console would show, in one text: with `%s` and its like filled in, and objects in short. */
export function formatArguments(values: readonly unknown[]): string {
  const [first, ...rest] = values;
  let text = '';
  if (typeof first === 'string') {
    text = first.replaceAll(/%([sdifoOjc%])/g, (placeholder, kind: string) => {
      if (kind === '%') return '%';
      if (rest.length === 0) return placeholder;
      const value = rest.shift();
      // The styles of a browser's console.
      return kind === 'c' ? '' : show(value);
    });
  } else if (values.length > 0) {
    text = show(first);
  }
  const whole = [text, ...rest.map((value) => show(value))].join(' ');
  return whole.length > MAX_TEXT ? `${whole.slice(0, MAX_TEXT)}…` : whole;
}

function show(value: unknown, depth = 0, above: readonly object[] = []): string {
  if (typeof value === 'string') return depth === 0 ? value : JSON.stringify(value);
  if (typeof value === 'function') return `[function ${value.name}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (above.includes(value)) return '[circular]';
  const inside = (part: unknown) => show(part, depth + 1, [...above, value]);
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? '[…]' : '{…}';
  if (Array.isArray(value)) return `[${shorten(value.map((item) => inside(item)))}]`;
  const entries = Object.entries(value).map(([key, part]) => `${key}: ${inside(part)}`);
  return entries.length === 0 ? '{}' : `{ ${shorten(entries)} }`;
}

function shorten(parts: readonly string[]): string {
  if (parts.length <= MAX_ITEMS) return parts.join(', ');
  return `${parts.slice(0, MAX_ITEMS).join(', ')}, … ${parts.length - MAX_ITEMS} more`;
}
