import { readFileSync } from 'node:fs';

export type Outcome = 'succeeds' | 'fails';

const DOCUMENT = new URL('../../../docs/security.md', import.meta.url);
const isOutcome = (cell: string | undefined): boolean => /^(succeeds|fails)$/.test(cell ?? '');

/** The rows of docs/security.md: `| attempt | realm | frame |`. */
function rows(): string[][] {
  return readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => isOutcome(cells[3]));
}

/** The documented outcome of every attempt that is made in both isolation modes. */
export function documented(isolation: 'realm' | 'frame'): Record<string, Outcome> {
  const column = isolation === 'realm' ? 2 : 3;
  const inBoth = rows().filter((cells) => isOutcome(cells[2]));
  return Object.fromEntries(inBoth.map((cells) => [cells[1]!, cells[column] as Outcome]));
}

/** The attempts that are made only in a frame, all of which fail. */
export function documentedAlone(): string[] {
  const inFrame = rows().filter((cells) => cells[2] === '–' && cells[3] === 'fails');
  return inFrame.map((cells) => cells[1]!);
}
