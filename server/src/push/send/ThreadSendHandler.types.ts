import type { Asked } from '../messages/Message.types.ts';
import type { PackedBatch } from '../messages/packedBatch.ts';
import type { FcmAnswer } from '../protocol/answers.ts';
import type { SendRequest } from './SendHandler.types.ts';

/** State of the main thread that the writer thread needs. */
export interface SendContext {
  /** Whether a topic can have devices that are reached by a push service. */
  usesPushServices: boolean;
  /** Whether there are credentials for APNs that it accepts. */
  reachesApple: boolean;
}

/** Requests that arrived together. */
export interface SendRequestBatch {
  context: SendContext;
  /** How many requests have no answer yet, these included. */
  unanswered: number;
  /** Each has a number that is unique until it is answered. */
  requests: (Omit<SendRequest, 'bytes' | 'trace' | 'asked'> & { number: number; length: number })[];
  /** The `traceparent` of traced requests, by their numbers. */
  traces: readonly [number: number, trace: string][];
  /** The origin of operators' requests for the audit log, by their numbers. */
  asked: readonly [number: number, asked: Asked][];
  /** All bodies, one after the other: one buffer is transferred to the other thread instead of many copies. */
  bodies: Uint8Array;
}

/** Results, in columns, and everything that was committed meanwhile. */
export interface SendResultBatch {
  numbers: number[];
  statuses: FcmAnswer['status'][];
  types: FcmAnswer['type'][];
  bodies: FcmAnswer['body'][];
  unexpected: { number: number; error: Error }[];
  committed: PackedBatch[];
}
