import type { RunningProcess } from '../lib/startProcess.ts';

/** The protocol bytes that make a server fan messages out. */
export interface Words {
  /** What each connection sends first. */
  greetings: readonly Buffer[];
  /** What it sends after the headers of the HTTP response. */
  second?: Buffer;
  /** What the server sends once a connection is subscribed. */
  subscribed: Buffer;
  /** What a publisher sends first. */
  publisher?: Buffer;
  /** The bytes that publish a message, containing {@link STAMP}. */
  message: Buffer;
}

/** How our devices batch acknowledgements: after this many messages, or this long after the first of them. */
export interface Pace {
  messages: number;
  milliseconds: number;
}

/** A running server that fans messages out. */
export interface Contender {
  server: RunningProcess;
  port: number;
  /** The port for publishing, if it differs. */
  publishPort?: number;
  /** How many connections publish. A protocol without pipelining needs one per message in flight. */
  publishers: number;
  words: Words;
  acknowledges?: Pace;
}

/** The placeholder for the time of publishing. */
export const STAMP = `^${'0'.repeat(19)}`;
