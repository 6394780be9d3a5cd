import type { PackedBatch } from '../messages/packedBatch.ts';
import type { FcmAnswer } from '../protocol/answers.ts';
import type { SentRequest } from './Sends.types.ts';

/** What the other thread cannot know by itself. */
export interface Surroundings {
  /** Whether a topic may have devices that only another service reaches. */
  isUpstreamUsed: boolean;
  /** Whether there are credentials for Apple's service, and it takes them. */
  reachesApple: boolean;
}

/** What was sent together. */
export interface SendBatch extends Surroundings {
  /** How many are not answered yet, these included. */
  unanswered: number;
  /** The number of the first of them; the others follow. */
  first: number;
  requests: (Omit<SentRequest, 'bytes'> & { length: number })[];
  /** All bodies, one after the other: one block of memory changes hands, and nothing is copied for each. */
  bodies: Uint8Array;
}

/** What became of some, and everything that was stored meanwhile. */
export interface TakenBatch {
  numbers: number[];
  answers: FcmAnswer[];
  unexpected: { number: number; error: Error }[];
  committed: PackedBatch[];
}
