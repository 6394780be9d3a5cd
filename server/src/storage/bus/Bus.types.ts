/**
 * Publishes hints to the other nodes. A hint may be lost, late or duplicated, and is never the source of truth, which is
 * the database.
 */
export interface Bus {
  /** Publishes a text to all other nodes, with a short delay. `write` gets the maximal length of the text in bytes. */
  publish(subject: string, write: (maxBytes: number) => string): void;
  /** Calls the listener for each hint. */
  subscribe(subject: string, listener: (told: Told) => void): () => void;
  /** Whether hints are being sent now; undefined if that only depends on the database. */
  readonly isConnected?: boolean;
  close(): Promise<void>;
}

/** A received hint. A listener that has no use for it, judging by its first line, need not verify or decode the rest. */
export interface Told {
  /** The first line of the text, unverified: anybody who can reach the bus may have sent it. */
  readonly unprovenLine: string;
  /** Whether the first line is authentic, that is, from another node. */
  isProven(): boolean;
  /** The whole text; undefined unless all of it is authentic. After the listener has returned, only if it was kept. */
  text(): string | undefined;
  /** Keeps the whole text for later. */
  keep(): void;
}
