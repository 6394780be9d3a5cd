/**
 * A text that is the same for configurations that are the same: keys in order, functions and patterns by their source,
 * instances of classes by their name and what they hold. What is met again is named by when it was met first, so that
 * neither what holds itself nor what is held by many is described without an end.
 */
export function describeValue(value: unknown, met = new Map<object, number>()): string {
  if (typeof value === 'function') return `function ${value.name} ${String(value)}`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof RegExp || value instanceof Date || value instanceof URL)
    return String(value);
  const before = met.get(value);
  if (before !== undefined) return `#${before}`;
  met.set(value, met.size);
  const inside = (part: unknown) => describeValue(part, met);
  if (Array.isArray(value)) return `[${value.map(inside).join(',')}]`;
  if (value instanceof Map) return `Map ${inside([...value.entries()])}`;
  if (value instanceof Set) return `Set ${inside([...value.values()])}`;
  const name = (value.constructor as { name?: string } | undefined)?.name ?? '';
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${inside((value as Record<string, unknown>)[key])}`);
  return `${name}{${entries.join(',')}}`;
}
