import { Client } from 'pg';

/** Counts the statements that are sent to PostgreSQL while something runs, BEGIN and COMMIT among them. */
export async function countStatements(run: () => Promise<unknown>): Promise<number> {
  const asked: unknown[] = [];
  const query = Client.prototype.query as (...given: unknown[]) => unknown;
  Client.prototype.query = function count(this: Client, ...given: unknown[]) {
    asked.push(given[0]);
    return query.apply(this, given);
  } as typeof Client.prototype.query;
  try {
    await run();
  } finally {
    Client.prototype.query = query as typeof Client.prototype.query;
  }
  return asked.length;
}
