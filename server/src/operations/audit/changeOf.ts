import type { AuditChange } from '@host/contracts';

type Fields = Readonly<Record<string, unknown>>;

/** The audit log stays for ever: what is longer is told by the names of its fields. */
const MAX_CHANGE_LENGTH = 16 * 1024;
/** Says nothing about the change itself. */
const NOT_TOLD = new Set(['updatedAt', 'lastUsedAt']);

/**
 * What was before and is after an action: the fields that differ, or all of what is new or gone. Callers hand in records as
 * they are shown, which have no secrets.
 */
export function changeOf(before: object | undefined, after: object | undefined): AuditChange {
  const [old, fresh] = [before as Fields | undefined, after as Fields | undefined];
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(fresh ?? {})])].filter(
    (name) => !NOT_TOLD.has(name) && JSON.stringify(old?.[name]) !== JSON.stringify(fresh?.[name]),
  );
  const pick = (fields: Fields | undefined) =>
    fields === undefined
      ? null
      : Object.fromEntries(
          names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
        );
  const change = { before: pick(old), after: pick(fresh) };
  if (JSON.stringify(change).length <= MAX_CHANGE_LENGTH) return change;
  const short = (fields: Fields | undefined) =>
    fields === undefined ? null : { fields: names.filter((name) => fields[name] !== undefined) };
  return { before: short(old), after: short(fresh) };
}
