import type { Migration } from './Migration.types.ts';

/** Console sessions of people who signed in with an identity provider. */
export const consolePeople: Migration = {
  id: 37,
  name: 'console-people',
  statements: ({ text }) => [
    // The person and the provider; NULL for sessions of tokens.
    `ALTER TABLE console_sessions ADD COLUMN issuer ${text}`,
    `ALTER TABLE console_sessions ADD COLUMN subject ${text}`,
    `ALTER TABLE console_sessions ADD COLUMN person_name ${text}`,
    // Their groups that had a role at the time they signed in, as JSON.
    `ALTER TABLE console_sessions ADD COLUMN groups_of_person ${text}`,
  ],
};
