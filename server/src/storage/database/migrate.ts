import type { Queries } from './Database.types.ts';
import type { Dialect } from './Dialect.types.ts';
import type { Migration } from './migrations/Migration.types.ts';
import { migrations as allMigrations } from './migrations/migrations.ts';

/**
 * Brings the schema up to date. The caller runs it in one transaction, under a lock that other nodes wait for: a crash
 * in the middle leaves the schema as it was.
 */
export async function migrate(
  tx: Queries,
  dialect: Dialect,
  migrations: readonly Migration[] = allMigrations,
): Promise<void> {
  await tx.run(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
      id INTEGER PRIMARY KEY, name ${dialect.text} NOT NULL, applied_at BIGINT NOT NULL)`,
  );
  const applied = await tx.all<{ id: number; name: string }>(
    'SELECT id, name FROM schema_migrations ORDER BY id',
  );
  refuseForeignHistory(applied, migrations);

  for (const migration of migrations.slice(applied.length)) {
    for (const statement of migration.statements(dialect)) await tx.run(statement);
    await migration.fill?.(tx);
    await tx.run(
      'INSERT INTO schema_migrations (id, name, applied_at) VALUES (?, ?, ?)',
      migration.id,
      migration.name,
      Date.now(),
    );
  }
}

function refuseForeignHistory(
  applied: { id: number; name: string }[],
  migrations: readonly Migration[],
): void {
  for (const [index, { id, name }] of applied.entries()) {
    const known = migrations[index];
    if (!known) {
      throw new Error(
        `The database was migrated by a newer server (migration ${id} "${name}"). Start that version, or restore a backup.`,
      );
    }
    if (known.id !== id || known.name !== name) {
      throw new Error(
        `The database has migration ${id} "${name}" where this server expects ${known.id} "${known.name}". It belongs to another program or branch.`,
      );
    }
  }
}
