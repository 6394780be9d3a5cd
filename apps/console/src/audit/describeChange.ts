import type { AuditChange } from '@host/contracts';

/** A field before and after an action. */
interface ChangedField {
  name: string;
  /** Undefined where it was not there. */
  before: string | undefined;
  after: string | undefined;
}

/** What an action changed, field by field, as texts. */
export function describeChange({ before, after }: AuditChange): ChangedField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({
    name,
    before: textOf(before?.[name]),
    after: textOf(after?.[name]),
  }));
}

/** The same in one line. */
export function lineOf({ name, before, after }: ChangedField): string {
  return `${name}: ${before ?? '—'} → ${after ?? '—'}`;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
