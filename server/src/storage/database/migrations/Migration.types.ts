import type { Queries } from '../Database.types.ts';
import type { Dialect } from '../Dialect.types.ts';

/** One step of the schema. */
export interface Migration {
  id: number;
  name: string;
  statements(dialect: Dialect): string[];
  /** Data changes that SQL alone cannot express; runs after the statements. */
  fill?(tx: Queries): Promise<void>;
}
