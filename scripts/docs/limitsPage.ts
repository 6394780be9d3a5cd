import { CONDITION_LIMITS, LIMITS } from '../../packages/contracts/src/index.ts';
import { LIMIT_NOTES } from './limitNotes.ts';
import { NO_LIMITS, SERVER_LIMIT_NOTES, WITHOUT_LIMIT } from './serverLimitNotes.ts';
import { type ServerLimit, serverLimits } from './serverLimits.ts';
import { generatedFrom, table } from './table.ts';

/** The documentation page of the platform's limits. */
export function limitsPage(): string {
  const limits = { ...LIMITS, ...CONDITION_LIMITS };
  const names = Object.keys(LIMIT_NOTES) as (keyof typeof limits)[];
  const rows = names.map((name) => [
    `\`${name}\``,
    withUnit(name, limits[name]),
    LIMIT_NOTES[name],
  ]);
  const ofServer = listedLimits().map((limit) => [
    `\`${limit.name}\``,
    withUnit(limit.name, limit.value),
    noteOf(limit),
    `\`${limit.file}\``,
  ]);
  return `${generatedFrom('packages/contracts/src/common/limits.ts', 'constants of server/src', 'scripts/docs')}

# Limits

What is longer, larger or more often is refused with an error of [errors.md](errors.md) that names the limit. What bounds the
data that is kept is in [data.md](data.md).

## Of the interface

${table(['limit', 'value', 'what it limits'], rows)}

## Of the server

Constants in \`server/src\`, each in the file that it belongs to. \`RATE_LIMIT_PER_ADDRESS\`, \`RATE_LIMIT_PER_TOKEN\` and
\`QUOTA_FACTOR\` are in the [README](../README.md), and what happens when a quota is full in [quotas.md](quotas.md).

${table(['limit', 'value', 'what it limits', 'where'], ofServer)}

## Has no limit of its own

${table(['what', 'who bounds it'], WITHOUT_LIMIT)}
`;
}

/** The limits of the server that the page shows. */
export function listedLimits(): ServerLimit[] {
  return serverLimits().filter((limit) => !(keyOf(limit) in NO_LIMITS));
}

/** The key of a limit in the notes. */
export function keyOf({ file, name }: Pick<ServerLimit, 'file' | 'name'>): string {
  return `${file} ${name}`;
}

/** The description of a limit: its note, or else its doc comment. */
export function noteOf(limit: ServerLimit): string {
  return SERVER_LIMIT_NOTES[keyOf(limit)] ?? limit.comment;
}

function withUnit(name: string, value: number): string {
  if (name.endsWith('_MS')) return value % 1000 === 0 ? duration(value / 1000) : `${value} ms`;
  if (/seconds$/i.test(name)) return duration(value);
  return /bytes$/i.test(name) || name.startsWith('MAX_BYTES_')
    ? size(value)
    : value.toLocaleString('en');
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
