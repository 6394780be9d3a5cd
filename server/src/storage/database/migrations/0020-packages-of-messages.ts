import type { Migration } from './Migration.types.ts';

const AT_ONCE = 500;

/** A column for the package that a message is restricted to: before this, its name was searched for in the payload's text. */
export const packagesOfMessages: Migration = {
  id: 20,
  name: 'packages-of-messages',
  statements: ({ text }) => [`ALTER TABLE push_messages ADD COLUMN package_name ${text}`],
  async fill(tx) {
    for (let after = 0; ;) {
      // The text is only a prefilter: a key of the data can have the same name.
      const rows = await tx.all<{ id: number; payload: string }>(
        `SELECT id, payload FROM push_messages
          WHERE id > ? AND payload LIKE '%"restrictedPackageName"%' ORDER BY id LIMIT ?`,
        after,
        AT_ONCE,
      );
      for (const { id, payload } of rows) {
        const { restrictedPackageName } = JSON.parse(payload) as { restrictedPackageName?: string };
        if (restrictedPackageName === undefined) continue;
        await tx.run(
          'UPDATE push_messages SET package_name = ? WHERE id = ?',
          restrictedPackageName,
          id,
        );
      }
      if (rows.length < AT_ONCE) return;
      after = rows.at(-1)!.id;
    }
  },
};
