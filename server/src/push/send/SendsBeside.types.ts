import type { PackedBatch } from '../messages/packedBatch.ts';
import type { FcmAnswer } from '../protocol/answers.ts';
import type { SentRequest } from './Sends.types.ts';

/** What the other thread cannot know by itself. */
export interface Surroundings {
  /** Whether a topic may have devices that only another service reaches. */
  usesPushServices: boolean;
  /** Whether there are credentials for Apple's service, and it takes them. */
  reachesApple: boolean;
}

/** What was sent together. */
export interface SendBatch {
  surroundings: Surroundings;
  /** How many are not answered yet, these included. */
  unanswered: number;
  /** Each has a number that no other has until it is answered. */
  requests: (Omit<SentRequest, 'bytes'> & { number: number; length: number })[];
  /** All bodies, one after the other: one block of memory changes hands, and nothing is copied for each. */
  bodies: Uint8Array;
}

/** What became of some, field by field, and everything that was stored meanwhile. */
export interface TakenBatch {
  numbers: number[];
  statuses: FcmAnswer['status'][];
  types: FcmAnswer['type'][];
  bodies: FcmAnswer['body'][];
  unexpected: { number: number; error: Error }[];
  committed: PackedBatch[];
}
