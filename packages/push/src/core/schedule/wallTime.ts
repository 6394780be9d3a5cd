/** A local time of day, with the day of the week for weekly repeats. */
export interface WallTime {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** 0 is Sunday. */
  weekday: number;
}

/** The local time at a point in time, in the device's current time zone. */
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
 * The first time after `after` with this local time, daily or on its day of the week. If daylight saving skips it, it is later
 * by the length of the gap; if it occurs twice, it is the first. So there is exactly one on every calendar day, in any time
 * zone.
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
