import type { Notification } from '@host/contracts';

/** A row of the list: a day, or a notification of it. */
export type Row =
  | { kind: 'day'; key: string; date: Date }
  | { kind: 'notification'; key: string; notification: Notification };

interface Placed {
  row: Row;
  day: string;
  date: Date;
}

/**
 * Groups notifications by day, again and again as they change: what is known of one that did not change is not worked out
 * anew, so that one more among ten thousand costs next to nothing, and its row is the same object.
 */
export function createGrouping(): (notifications: readonly Notification[]) => Row[] {
  const known = new WeakMap<Notification, Placed>();

  function place(notification: Notification): Placed {
    const date = new Date(notification.receivedAt);
    const day = `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
    const placed = { row: { kind: 'notification', key: notification.id, notification }, day, date };
    known.set(notification, placed as Placed);
    return placed as Placed;
  }

  /** Puts a row for each day before the notifications of that day, in the order in which they come. */
  return (notifications) => {
    const rows: Row[] = [];
    let last: string | undefined;
    for (const notification of notifications) {
      const { row, day, date } = known.get(notification) ?? place(notification);
      if (day !== last) rows.push({ kind: 'day', key: `day ${day}`, date });
      last = day;
      rows.push(row);
    }
    return rows;
  };
}

/** What a day is called: today, yesterday, or its date. */
export function dayName(date: Date, now: Date, names: DayNames, locale?: string): string {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date >= midnight) return names.today;
  if (date >= before) return names.yesterday;
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return date.toLocaleDateString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...year,
  });
}

/** Making one costs more than a hundred uses of it. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** The time of day. Engines without Intl have no words of a language either: digits then. */
export function timeName(date: Date, locale?: string): string {
  if (typeof Intl === 'undefined') return date.toTimeString().slice(0, 5);
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
    formats.set(locale, format);
  }
  return format.format(date);
}

/** The words that a list of notifications needs. */
export interface DayNames {
  today: string;
  yesterday: string;
}
