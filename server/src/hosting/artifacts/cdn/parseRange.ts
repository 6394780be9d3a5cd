import type { ByteRange } from '../../../storage/objects/ObjectStore.types.ts';

/**
 * The part that a Range header asks for, `unsatisfiable`, or undefined for the whole: several parts at once, other
 * units and malformed headers are ignored, as RFC 9110 allows.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start < size && start <= end ? { start, end } : 'unsatisfiable';
}
