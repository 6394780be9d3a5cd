import type { Notification } from '@host/contracts';

/** A row of the list: a day, or a notification of it. */
export type Row =
  | { kind: 'day'; key: string; date: Date }
  | { kind: 'notification'; key: string; notification: Notification };

/** Puts a row for each day before the notifications of that day, in the order in which they come. */
export function groupByDay(notifications: readonly Notification[]): Row[] {
  const rows: Row[] = [];
  let last: string | undefined;
  for (const notification of notifications) {
    const date = new Date(notification.receivedAt);
    const day = `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
    if (day !== last) rows.push({ kind: 'day', key: `day ${day}`, date });
    last = day;
    rows.push({ kind: 'notification', key: notification.id, notification });
  }
  return rows;
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

/** The words that a list of notifications needs. */
export interface DayNames {
  today: string;
  yesterday: string;
}
