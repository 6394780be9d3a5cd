import type { WireEvent } from './wire.types.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const MAX_LINE_LENGTH = 2000;

/** Passes log lines on until there are too many; from then on it only counts them. */
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
