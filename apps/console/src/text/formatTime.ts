const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From here on a date says more than a number of days. */
const MAX_RELATIVE = 7 * DAY;

interface TimeOptions {
  /** Whether it can be in the future. If not, a time that seems to be is now: the clocks of servers and readers differ. */
  ahead?: boolean;
  timeZone?: string;
}

/** How long ago or in how long, as people say it; a date when that is far away. In the reader's time zone. */
export function formatTime(
  iso: string,
  now: number,
  { ahead = false, timeZone }: TimeOptions = {},
): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  if (at > now && !ahead) return 'just now';
  const distance = Math.abs(now - at);
  if (distance < MINUTE) return at <= now ? 'just now' : 'in a moment';
  if (distance >= MAX_RELATIVE) return formatDay(at, now, timeZone);
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const [unit, size] = unitOf(distance);
  return words.format(Math.round((at - now) / size), unit);
}

/** The exact time, with seconds and time zone. */
export function formatExact(iso: string, timeZone?: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
    ...(timeZone !== undefined && { timeZone }),
  }).format(at);
}

/** A day that the server counts by, `2026-03-01`, as `1 Mar`. These days are UTC wherever they are read. */
export function formatUtcDay(day: string): string {
  const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(Date.parse(`${day}T00:00:00Z`));
}

function unitOf(distance: number): ['minute' | 'hour' | 'day', number] {
  if (distance < HOUR) return ['minute', MINUTE];
  return distance < DAY ? ['hour', HOUR] : ['day', DAY];
}

function formatDay(at: number, now: number, timeZone: string | undefined): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const year = (time: number) =>
    new Intl.DateTimeFormat('en', { year: 'numeric', ...zone }).format(time);
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(year(at) !== year(now) && { year: 'numeric' }),
    ...zone,
  }).format(at);
}
