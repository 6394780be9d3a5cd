import type { Migration } from './Migration.types.ts';

/** Source maps that took more than they may are not read again and again, on any node. */
export const unreadableMaps: Migration = {
  id: 49,
  name: 'unreadable-maps',
  statements: ({ text }) => [
    `ALTER TABLE artifacts ADD COLUMN unreadable ${text}`,
    `ALTER TABLE artifacts ADD COLUMN unreadable_at BIGINT`,
  ],
};
