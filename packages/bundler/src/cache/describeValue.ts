/**
 * A canonical text for a configuration: sorted keys, functions and patterns by their source, class instances by their name
 * and contents. An object that occurs again is replaced by a reference to its first occurrence, which bounds cycles and
 * shared objects.
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
