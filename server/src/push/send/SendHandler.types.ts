import type { FcmAnswer } from '../protocol/answers.ts';
import type { Asked } from '../messages/Message.types.ts';
import type { Sender } from '../server-keys/Senders.ts';

/** One HTTP request of a sender, its body not read yet. */
export interface SendRequest {
  sender: Sender;
  contentType: string | undefined;
  idempotencyKey: string | undefined;
  bytes: Uint8Array;
  /** The `traceparent` of the request, when it is traced. */
  trace?: string | undefined;
  /** For the audit log, when an operator asks. */
  asked?: Asked | undefined;
}

/** The result of a send: the answer for its sender. */
export interface SendResult {
  answer: FcmAnswer;
  /** An error of the server itself, for the log. */
  unexpected?: Error | undefined;
}

/** Handles send requests. Once an answer is returned, its message is on disk; a failed send has an answer as well. */
export interface SendHandler {
  /** The number of requests without an answer yet. */
  readonly pending: number;
  handle(request: SendRequest): Promise<SendResult>;
  close(): void;
}
