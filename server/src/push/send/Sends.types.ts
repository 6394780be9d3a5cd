import type { FcmAnswer } from '../protocol/answers.ts';
import type { Sender } from '../server-keys/Senders.ts';

/** What a sender sent, as it came. */
export interface SentRequest {
  sender: Sender;
  contentType: string | undefined;
  idempotencyKey: string | undefined;
  bytes: Uint8Array;
}

/** What a sender is told. */
export interface TakenSend {
  answer: FcmAnswer;
  /** A mistake of ours that the log has to know of. */
  unexpected?: Error | undefined;
}

/** Takes what senders send. A message is on disk when its answer is there; what fails has an answer, too. */
export interface Sends {
  /** How many are not answered yet. */
  readonly underWay: number;
  take(request: SentRequest): Promise<TakenSend>;
  close(): void;
}
