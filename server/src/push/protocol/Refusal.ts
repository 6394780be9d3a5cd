import type { PushErrorCode } from '@host/contracts';

/** Why a message is refused: by an error code in the answer, or by a status and a text. */
export type RefusalReason = { word: PushErrorCode } | { status: 400 | 413; text: string };

/** A message is refused. */
export class Refusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super('word' in reason ? reason.word : reason.text);
    this.reason = reason;
  }
}

export function refuseWith(word: PushErrorCode): Refusal {
  return new Refusal({ word });
}

/** A body that cannot be read: 400 with a text. */
export function unreadable(text: string): Refusal {
  return new Refusal({ status: 400, text });
}

export function invalidParameters(detail: string): Refusal {
  return unreadable(`InvalidParameters: ${detail}`);
}
