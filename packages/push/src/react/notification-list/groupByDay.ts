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
 * Groups notifications by day, incrementally: results for unchanged ones are reused, so that one more among ten thousand
 * costs next to nothing, and unchanged rows stay the same objects.
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

  /** Inserts a row for each day before its notifications, keeping their order. */
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

/** The name of a day: today, yesterday, or its date. */
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

/** A cache: creating a formatter costs more than a hundred uses of it. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** The time of day; in digits on engines without Intl. */
export function timeName(date: Date, locale?: string): string {
  if (typeof Intl === 'undefined') return date.toTimeString().slice(0, 5);
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
    formats.set(locale, format);
  }
  return format.format(date);
}

/** The texts for the names of days. */
export interface DayNames {
  today: string;
  yesterday: string;
}
