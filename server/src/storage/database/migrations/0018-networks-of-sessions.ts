import type { Migration } from './Migration.types.ts';

/** From which network a session was started, as a keyed digest: there its person is not shut out by others' tries. */
export const networksOfSessions: Migration = {
  id: 18,
  name: 'networks-of-sessions',
  statements: ({ text }) => [`ALTER TABLE sessions ADD COLUMN network ${text}`],
};
