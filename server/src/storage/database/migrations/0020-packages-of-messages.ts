import type { Migration } from './Migration.types.ts';

const AT_ONCE = 500;

/** The only package that a message is for has a column: until here its name was looked for in the text of the payload. */
export const packagesOfMessages: Migration = {
  id: 20,
  name: 'packages-of-messages',
  statements: ({ text }) => [`ALTER TABLE push_messages ADD COLUMN package_name ${text}`],
  async fill(tx) {
    for (let after = 0; ;) {
      // A key of the data can have the name as well: what the text holds is no more than a hint.
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
