/** Whether two values are the same as JSON; the order of fields is of no account. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [one, other] as Record<string, unknown>[];
  const names = Object.keys(mine!);
  return (
    names.length === Object.keys(theirs!).length &&
    names.every((name) => Object.hasOwn(theirs!, name) && sameJson(mine![name], theirs![name]))
  );
}
