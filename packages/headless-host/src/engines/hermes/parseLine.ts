import type { WireEvent } from '../../runtime/wire.types.ts';

/** Parses a line of Hermes' output; undefined for an incomplete one, which a killed process leaves behind. */
export function parseLine(line: string): WireEvent | { event: 'done' } | undefined {
  try {
    return JSON.parse(line) as WireEvent | { event: 'done' };
  } catch {
    return undefined;
  }
}
