import * as z from 'zod/mini';

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** A time of day, `22:30`. */
export const TimeOfDay = z.string().check(z.regex(TIME));

/** The daily period in which nothing is shown, in the device's time zone. */
export interface QuietHours {
  isOn: boolean;
  from: string;
  to: string;
}

/** Whether a moment is within quiet hours. 22:00 to 07:00 spans midnight; a period with equal ends is empty. */
export function isQuietAt({ isOn, from, to }: QuietHours, moment: Date): boolean {
  if (!isOn) return false;
  const now = moment.getHours() * 60 + moment.getMinutes();
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return start <= end ? now >= start && now < end : now >= start || now < end;
}

/** Parses a time of day as people type it, `7`, `7:30`, `0730` or `07.30`; undefined if it is invalid. */
export function readTimeOfDay(text: string): string | undefined {
  const [, hours, minutes = '00'] = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*$/.exec(text) ?? [];
  const time = `${hours?.padStart(2, '0')}:${minutes}`;
  return TIME.test(time) ? time : undefined;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
