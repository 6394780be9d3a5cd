import type { WireEvent } from './wire.types.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const MAX_LINE_LENGTH = 2000;

/** Forwards log lines up to a limit; further ones are only counted. */
export function createLog(limit: number, emit: (event: WireEvent) => void) {
  let kept = 0;
  let dropped = 0;
  let told = 0;

  return {
    write(message: string, level: number): void {
      if (kept < limit) {
        kept++;
        const line =
          message.length > MAX_LINE_LENGTH ? `${message.slice(0, MAX_LINE_LENGTH)}…` : message;
        emit({ event: 'log', level: LEVELS[level] ?? 'info', message: line });
        return;
      }
      dropped++;
      // Reported at every doubling: reporting each would be a flood as well, and an endless loop would never report a final sum.
      if (dropped >= told * 2) this.tellDropped();
    },
    tellDropped(): void {
      if (dropped === told) return;
      told = dropped;
      emit({ event: 'dropped', count: dropped });
    },
  };
}
