import type { AuditChange } from '@host/contracts';

type Fields = Readonly<Record<string, unknown>>;

/** Entries are kept forever: of a longer change, only the names of the fields are recorded. */
const MAX_CHANGE_LENGTH = 16 * 1024;
/** Fields that change with every action. */
const NOT_TOLD = new Set(['updatedAt', 'lastUsedAt']);

/**
 * The difference that an action made: the changed fields, or the whole record if it was created or deleted. Callers pass
 * records as they are shown, without secrets.
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
