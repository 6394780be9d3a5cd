/** One line of the report. */
export interface Row {
  what: string;
  measured: string;
  /** What it is compared with. */
  peer: string;
  ratio: number;
  /** Rows without a goal are there to understand the others. */
  goal?: { atLeast: number } | { below: number };
}

/** What a benchmark found out. */
export interface Section {
  /** A sentence or two: what was measured, and how. */
  how: string;
  rows: Row[];
  /** The share of the cores that others used in the rounds that count. */
  others?: number;
  /** Figures that are no comparison, each a table of its own. */
  tables?: { title: string; head: readonly string[]; rows: readonly (readonly string[])[] }[];
}

/** Tells how far a benchmark has come. */
export type Log = (line: string) => void;

export type Benchmark = (log: Log) => Promise<Section>;
