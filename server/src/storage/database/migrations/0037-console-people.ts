import type { Migration } from './Migration.types.ts';

/** Sessions of the console of people who signed in with an identity provider. */
export const consolePeople: Migration = {
  id: 37,
  name: 'console-people',
  statements: ({ text }) => [
    // Who it is at which provider; NULL for sessions of tokens.
    `ALTER TABLE console_sessions ADD COLUMN issuer ${text}`,
    `ALTER TABLE console_sessions ADD COLUMN subject ${text}`,
    `ALTER TABLE console_sessions ADD COLUMN person_name ${text}`,
    // Those of their groups that a role was for when they signed in, as JSON.
    `ALTER TABLE console_sessions ADD COLUMN groups_of_person ${text}`,
  ],
};
