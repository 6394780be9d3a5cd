import type { Migration } from './Migration.types.ts';

/** The network that a session was started from, as a keyed digest: strangers' attempts cannot lock its person out there. */
export const networksOfSessions: Migration = {
  id: 18,
  name: 'networks-of-sessions',
  statements: ({ text }) => [`ALTER TABLE sessions ADD COLUMN network ${text}`],
};
