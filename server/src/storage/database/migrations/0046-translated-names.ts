import type { Migration } from './Migration.types.ts';

/** Translated names, so that people can search the catalog in their own language. */
export const translatedNames: Migration = {
  id: 46,
  name: 'translated-names',
  statements: ({ text }) => [`ALTER TABLE mini_programs ADD COLUMN translated_names ${text}`],
};
