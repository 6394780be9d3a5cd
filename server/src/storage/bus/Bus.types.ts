/**
 * Tells the other nodes something. It is a hint, never the truth: what is told may be lost, late or repeated, and what it
 * is about is in the database.
 */
export interface Bus {
  /** Tells all other nodes, soon. `write` is given the most bytes that the text may have. */
  publish(subject: string, write: (maxBytes: number) => string): void;
  /** Calls the listener with what other nodes tell. Nothing that anybody else says is heard. */
  subscribe(subject: string, listener: (text: string) => void): () => void;
  /** Whether what is told goes out now; undefined where it goes out whenever the database is there. */
  readonly isConnected?: boolean;
  close(): Promise<void>;
}
