import { Client } from 'pg';

/** Counts the statements that are sent to PostgreSQL while something runs, BEGIN and COMMIT among them. */
export async function countStatements(run: () => Promise<unknown>): Promise<number> {
  let asked = 0;
  const known = Object.getOwnPropertyDescriptor(Client.prototype, 'query')!;
  const query = known.value as (...given: unknown[]) => unknown;
  const counting = function counting(this: Client, ...given: unknown[]) {
    asked++;
    return query.apply(this, given);
  };
  Object.defineProperty(Client.prototype, 'query', { ...known, value: counting });
  try {
    await run();
  } finally {
    Object.defineProperty(Client.prototype, 'query', known);
  }
  return asked;
}
