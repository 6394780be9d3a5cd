/** A persistent store of text by key. */
export interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** All keys with a prefix. */
  keys(prefix: string): Promise<string[]>;
}

/** A persistent, content-addressed store of files. Files have been verified against their digest before. */
export interface FileStore {
  read(sha256: string): Promise<Uint8Array | undefined>;
  write(sha256: string, bytes: Uint8Array): Promise<void>;
  delete(sha256: string): Promise<void>;
  /** The digests of all files. */
  list(): Promise<string[]>;
}
