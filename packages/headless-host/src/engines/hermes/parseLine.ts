import type { WireEvent } from '../../runtime/wire.types.ts';

/** What Hermes tells in a line, or that it is done; a process that is killed leaves half a line behind. */
export function parseLine(line: string): WireEvent | { event: 'done' } | undefined {
  try {
    return JSON.parse(line) as WireEvent | { event: 'done' };
  } catch {
    return undefined;
  }
}
