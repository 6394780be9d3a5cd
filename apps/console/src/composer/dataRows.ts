import { isReservedDataKey } from '@host/contracts';

/** One entry of what the app gets with a push, as somebody writes it. */
export interface DataRow {
  key: string;
  value: string;
}

const LINK_KEY = 'deepLink';
const APP_KEY = 'appId';

/** The rows as data of a message; those that are empty are none. */
export function dataOf(rows: readonly DataRow[]): Record<string, string> {
  return Object.fromEntries(rows.filter(isFilled).map(({ key, value }) => [key.trim(), value]));
}

/** The rows of a message's data, without the link: it has a field of its own. */
export function rowsOf(data: Readonly<Record<string, string>> = {}): DataRow[] {
  return Object.entries(data)
    .filter(([key]) => key !== LINK_KEY)
    .map(([key, value]) => ({ key, value }));
}

/** What is wrong with the rows; `apps` are those that a limited sender sends for. */
export function dataProblem(
  rows: readonly DataRow[],
  apps: readonly string[] | undefined,
): string | undefined {
  const keys = rows.filter(isFilled).map(({ key }) => key.trim());
  if (keys.includes('')) return 'Each value has a key.';
  if (keys.includes(LINK_KEY)) {
    return apps === undefined
      ? `“${LINK_KEY}” is what the push opens: it has a field of its own.`
      : `“${LINK_KEY}” is the mini-app that sends.`;
  }
  if (apps !== undefined && keys.includes(APP_KEY)) {
    return `“${APP_KEY}” is the mini-app that sends: it is added by itself.`;
  }
  const reserved = keys.find(isReservedDataKey);
  if (reserved !== undefined) return `“${reserved}” is kept for the platform: choose another key.`;
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  return repeated === undefined ? undefined : `“${repeated}” is there twice.`;
}

/** Reads rows that were kept, perhaps by another version of the console. */
export function readRows(kept: unknown): DataRow[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((row: unknown) => {
    const { key, value } = Object(row) as Partial<Record<keyof DataRow, unknown>>;
    return typeof key === 'string' && typeof value === 'string' ? [{ key, value }] : [];
  });
}

function isFilled({ key, value }: DataRow): boolean {
  return key.trim() !== '' || value !== '';
}
