import type { WireEvent } from './wire.types.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const LONGEST_LINE = 2000;

/** Passes log lines on until there are too many; from then on it only counts them. */
export function createLog(limit: number, emit: (event: WireEvent) => void) {
  let kept = 0;
  let dropped = 0;
  let told = 0;

  return {
    write(message: string, level: number): void {
      if (kept < limit) {
        kept++;
        const line = message.length > LONGEST_LINE ? `${message.slice(0, LONGEST_LINE)}…` : message;
        emit({ event: 'log', level: LEVELS[level] ?? 'info', message: line });
        return;
      }
      dropped++;
      // Telling of every one would be a flood too; and who loops for ever never gets to tell the sum.
      if (dropped >= told * 2) this.tellDropped();
    },
    tellDropped(): void {
      if (dropped === told) return;
      told = dropped;
      emit({ event: 'dropped', count: dropped });
    },
  };
}
