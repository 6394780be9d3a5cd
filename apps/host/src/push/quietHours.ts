import * as z from 'zod/mini';

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** A time of day, `22:30`. */
export const TimeOfDay = z.string().check(z.regex(TIME));

/** From when to when nothing is shown, in the time of the device. */
export interface QuietHours {
  isOn: boolean;
  from: string;
  to: string;
}

/** Whether it is quiet at a moment. From 22:00 to 07:00 is over night; from a time to the same time is never. */
export function isQuietAt({ isOn, from, to }: QuietHours, moment: Date): boolean {
  if (!isOn) return false;
  const now = moment.getHours() * 60 + moment.getMinutes();
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return start <= end ? now >= start && now < end : now >= start || now < end;
}

/** A time of day as people type it, `7`, `7:30`, `0730` or `07.30`; undefined when it is none. */
export function readTimeOfDay(text: string): string | undefined {
  const [, hours, minutes = '00'] = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*$/.exec(text) ?? [];
  const time = `${hours?.padStart(2, '0')}:${minutes}`;
  return TIME.test(time) ? time : undefined;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
