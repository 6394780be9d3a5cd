/**
 * Tells the other nodes something. It is a hint, never the truth: what is told may be lost, late or repeated, and what it
 * is about is in the database.
 */
export interface Bus {
  /** Tells all other nodes, soon. `write` is given the most bytes that the text may have. */
  publish(subject: string, write: (maxBytes: number) => string): void;
  /** Calls the listener with what is told. */
  subscribe(subject: string, listener: (told: Told) => void): () => void;
  /** Whether what is told goes out now; undefined where it goes out whenever the database is there. */
  readonly isConnected?: boolean;
  close(): Promise<void>;
}

/** What was told. A listener that has no use for it, by its first line, neither proves it nor decodes the rest. */
export interface Told {
  /** The first line of the text: anybody who reaches the bus may have said it. */
  readonly unprovenLine: string;
  /** Whether another node said the first line. */
  isProven(): boolean;
  /** The whole text; undefined unless another node said all of it. */
  text(): string | undefined;
}
