import { LIMITS } from '../../packages/contracts/src/index.ts';
import { LIMIT_NOTES } from './limitNotes.ts';
import { generatedFrom, table } from './table.ts';

const SECONDS = /Seconds$/;
const BYTES = /Bytes$/;

/** Every limit of the platform as a page of the docs. */
export function limitsPage(): string {
  const names = Object.keys(LIMIT_NOTES) as (keyof typeof LIMITS)[];
  const rows = names.map((name) => [`\`${name}\``, withUnit(name), LIMIT_NOTES[name]]);
  return `${generatedFrom('packages/contracts/src/limits.ts', 'scripts/docs/limitNotes.ts')}

# Limits

What is longer, larger or more often is refused with an error of [errors.md](errors.md) that names the limit. What bounds the
data that is kept is in [data.md](data.md).

${table(['limit', 'value', 'what it limits'], rows)}
`;
}

function withUnit(name: keyof typeof LIMITS): string {
  const value = LIMITS[name];
  if (SECONDS.test(name)) return duration(value);
  return BYTES.test(name) ? size(value) : value.toLocaleString('en');
}

function duration(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function size(bytes: number): string {
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2} MB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KB` : `${bytes} bytes`;
}
