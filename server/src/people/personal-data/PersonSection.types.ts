import type { Queries } from '../../storage/database/Database.types.ts';

/** Whose data is read. */
export interface Subject {
  personId: string;
  /** The id by which a mini-app knows the person. */
  openIdIn: (appId: string) => string;
}

/** One kind of data that the server stores about a person, as it is exported. */
export interface PersonSection {
  name: string;
  /** The tables that it is read from. Every table with a person's id belongs to a section. */
  tables: readonly string[];
  rows: (db: Queries, subject: Subject) => AsyncIterable<object>;
}
