/** A time of day, and for a weekly repeat the day of the week, as the clock on the wall shows it. */
export interface WallTime {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** 0 is Sunday. */
  weekday: number;
}

/** What the clock on the wall shows at a point in time, where the device is now. */
export function wallTimeOf(at: number): WallTime {
  const date = new Date(at);
  return {
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
    millisecond: date.getMilliseconds(),
    weekday: date.getDay(),
  };
}

/**
 * The first time after `after` at which the clock on the wall shows this time, every day or on its day of the week. Where
 * the clock skips it, it is as much later as the clock skips; where it comes twice, it is the first of the two. So there is
 * one on every day of the calendar, whatever daylight saving does and wherever the device has travelled.
 */
export function nextWallTime(wall: WallTime, repeatType: 'day' | 'week', after: number): number {
  const { hour, minute, second, millisecond, weekday } = wall;
  for (let days = 0; ; days++) {
    const candidate = new Date(after);
    candidate.setDate(candidate.getDate() + days);
    if (repeatType === 'week' && candidate.getDay() !== weekday) continue;
    const at = candidate.setHours(hour, minute, second, millisecond);
    if (at > after) return at;
  }
}
