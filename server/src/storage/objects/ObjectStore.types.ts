import type { Readable } from 'node:stream';

/** The first and last byte of a part of an object, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ObjectMetadata {
  contentType: string;
}

/**
 * Files by key, `mini-apps/com.acme.orders/1.0.0/ios.zip`. Writes are atomic: a writer that dies leaves nothing visible to
 * readers, and once a put has resolved, its bytes are durable.
 */
export interface ObjectStore {
  /**
   * Moves a local file into the store: afterwards it is gone from `path`. Replaces an existing object; rejects with the
   * reason of `signal` and replaces nothing once that is aborted.
   */
  putFile(key: string, path: string, metadata: ObjectMetadata, signal?: AbortSignal): Promise<void>;
  /** Stores a few bytes. Replaces an existing object. */
  putBytes(key: string, bytes: Uint8Array, metadata: ObjectMetadata): Promise<void>;
  /** The object's size, or undefined when there is none. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** The object's bytes, or undefined when there is none. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Deletes an object; it is not an error if there is none. */
  delete(key: string): Promise<void>;
  /** The keys that start with a prefix, in no particular order. */
  list(prefix: string): AsyncIterable<string>;
  /** Rejects if objects currently cannot be read or written. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The operations that are safe on the objects of a running server. */
export type ObjectReader = Pick<ObjectStore, 'read' | 'list' | 'close'>;
