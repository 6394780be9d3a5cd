import type { Migration } from './Migration.types.ts';

/** Marks source maps that exceeded a limit, so that no node reads them again and again. */
export const unreadableMaps: Migration = {
  id: 49,
  name: 'unreadable-maps',
  statements: ({ text }) => [
    `ALTER TABLE artifacts ADD COLUMN unreadable ${text}`,
    `ALTER TABLE artifacts ADD COLUMN unreadable_at BIGINT`,
  ],
};
