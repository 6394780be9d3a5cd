/** Text by key, kept over restarts. */
export interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** All keys that start like this. */
  keys(prefix: string): Promise<string[]>;
}

/** Files by what is in them, kept over restarts. What is written under a digest has been verified by it. */
export interface FileStore {
  read(sha256: string): Promise<Uint8Array | undefined>;
  write(sha256: string, bytes: Uint8Array): Promise<void>;
  delete(sha256: string): Promise<void>;
  /** The digests of everything that is kept. */
  list(): Promise<string[]>;
}
