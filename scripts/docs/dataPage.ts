import { OBJECTS } from '../../server/src/operations/inventory/objectInventory.ts';
import { TABLES } from '../../server/src/operations/inventory/tableInventory.ts';
import { migrations } from '../../server/src/storage/database/migrations/migrations.ts';
import { sqliteDialect } from '../../server/src/storage/database/sqlite/sqliteDialect.ts';
import { generatedFrom, table } from './table.ts';

const KEPT = ['holds', 'grows by', 'bound', 'kept'];

/** Throws if a table of the schema is missing from the list. The list's test checks the same, but later. */
function requireComplete(): void {
  const made = migrations
    .flatMap((migration) => migration.statements(sqliteDialect))
    .flatMap((sql) => /^CREATE TABLE (\w+)/.exec(sql)?.[1] ?? []);
  const missing = made.filter((name) => !TABLES.some((entry) => entry.table === name));
  if (missing.length === 0) return;
  throw new Error(
    `Tables without a bound and a retention: ${missing.join(', ')}. Name them in server/src/operations/inventory/tableInventory.ts`,
  );
}

/** The documentation page of everything that the server stores: what bounds its growth, and its retention. */
export function dataPage(): string {
  requireComplete();
  const tables = TABLES.map(({ table: name, personColumns, holds, grows, bound, retention }) => [
    `\`${name}\``,
    personColumns.length > 0 ? 'yes' : '',
    holds,
    grows,
    bound,
    retention,
  ]);
  const objects = OBJECTS.map(({ prefix, holds, grows, bound, retention }) => [
    `\`${prefix}\``,
    holds,
    grows,
    bound,
    retention,
  ]);
  return `${generatedFrom('server/src/operations/inventory')}

# What is kept, and for how long

"Grows by" says whose requests add to it: \`anyone\` needs nothing, a \`person\` an account, a \`publisher\` or an
\`operator\` a token; \`system\` is the server itself. A test holds this list against the schema on both engines.

## Tables

${table(['table', 'of a person', ...KEPT], tables)}

## Files and objects

${table(['prefix', ...KEPT], objects)}
`;
}
