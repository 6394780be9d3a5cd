import type { Finding } from '@host/contracts';

const what = 'clock';
const WARN_MS = 1000;
const FAIL_MS = 30_000;
const CURE = 'Let the machine keep its time by NTP: tokens expire and messages are ordered by it.';

/** Judges the offsets of this machine's clock from the other clocks that were read. */
export function checkClock(offs: Readonly<Record<string, number | undefined>>): Finding {
  const known = Object.entries(offs).filter(
    (entry): entry is [string, number] => entry[1] !== undefined,
  );
  if (known.length === 0) {
    return { what, status: 'not-checked', detail: 'No other clock was reached to compare with.' };
  }
  const [name, off] = known.toSorted((a, b) => Math.abs(b[1]) - Math.abs(a[1]))[0]!;
  if (Math.abs(off) < WARN_MS) return { what, status: 'ok', detail: `As that of ${name}.` };
  const detail = `${Math.round(Math.abs(off) / 1000)} s ${off > 0 ? 'ahead of' : 'behind'} that of ${name}.`;
  return { what, status: Math.abs(off) < FAIL_MS ? 'warning' : 'failed', detail, cure: CURE };
}
