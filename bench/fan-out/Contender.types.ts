import type { RunningProcess } from '../lib/startProcess.ts';

/** What is said to a server so that it fans messages out: the bytes of its protocol. */
export interface Words {
  /** What each connection says first. */
  greetings: readonly Buffer[];
  /** What it says after the head of an HTTP answer. */
  second?: Buffer;
  /** What the server says once a connection is subscribed. */
  subscribed: Buffer;
  /** What a publisher says first. */
  publisher?: Buffer;
  /** What publishes a message, with {@link STAMP} in it. */
  message: Buffer;
}

/** How devices of ours acknowledge: after so many messages, or so long after the first of them. */
export interface Pace {
  messages: number;
  milliseconds: number;
}

/** A server that fans out, running. */
export interface Contender {
  server: RunningProcess;
  port: number;
  /** Where messages are published, when that is another port. */
  publishPort?: number;
  /** How many connections publish. A protocol that answers each request before the next needs as many as are in flight. */
  publishers: number;
  words: Words;
  acknowledges?: Pace;
}

/** What becomes the time of publishing. */
export const STAMP = `^${'0'.repeat(19)}`;
