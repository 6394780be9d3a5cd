/** One line of the report. */
export interface Row {
  what: string;
  measured: string;
  /** The baseline of the comparison. */
  peer: string;
  ratio: number;
  /** Rows without a goal only give context for the others. */
  goal?: { atLeast: number } | { below: number };
}

/** The results of a benchmark. */
export interface Section {
  /** What was measured and how, in a sentence or two. */
  how: string;
  rows: Row[];
  /** The share of the cores that other processes used in the counted rounds. */
  others?: number;
  /** Further tables of figures without a comparison. */
  tables?: { title: string; head: readonly string[]; rows: readonly (readonly string[])[] }[];
}

/** Logs the progress of a benchmark. */
export type Log = (line: string) => void;

export type Benchmark = (log: Log) => Promise<Section>;
