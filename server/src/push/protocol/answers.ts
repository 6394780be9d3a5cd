import type { PushErrorCode } from '@host/contracts';

/** The outcome of a message for one token. */
export type TokenOutcome =
  | { deviceId: number; /** The token that replaced the one that was used. */ canonical?: string }
  | { error: PushErrorCode };

/** An answer of the FCM protocol; its JSON has no spaces, since published clients match the exact text. */
export interface FcmAnswer {
  status: number;
  type:
    | 'application/json; charset=UTF-8'
    | 'text/plain; charset=UTF-8'
    | 'text/html; charset=UTF-8';
  body: string;
}

const JSON_TYPE = 'application/json; charset=UTF-8';
const TEXT_TYPE = 'text/plain; charset=UTF-8';
const RETRY_AFTER_SECONDS = '1';

/** The answer for tokens, in the order of the request. */
export function tokensAnswer(messageId: number, outcomes: readonly TokenOutcome[]): FcmAnswer {
  const results = outcomes.map((outcome) =>
    'error' in outcome
      ? { error: outcome.error }
      : {
          message_id: tokenMessageId(messageId, outcome.deviceId),
          ...(outcome.canonical !== undefined && { registration_id: outcome.canonical }),
        },
  );
  const failure = outcomes.filter((outcome) => 'error' in outcome).length;
  return json({
    multicast_id: messageId,
    success: outcomes.length - failure,
    failure,
    canonical_ids: results.filter((result) => 'registration_id' in result).length,
    results,
  });
}

/** The answer for a topic or a condition. */
export function topicAnswer(messageId: number): FcmAnswer {
  return json({ message_id: messageId });
}

export function topicErrorAnswer(error: PushErrorCode): FcmAnswer {
  return json({ error });
}

/** The answer for a device group. */
export function groupAnswer(success: number, failed: readonly string[]): FcmAnswer {
  return json({
    success,
    failure: failed.length,
    ...(failed.length > 0 && { failed_registration_ids: failed }),
  });
}

/** The answer for one token, in plain text. */
export function plainAnswer(messageId: number, outcome: TokenOutcome): FcmAnswer {
  if ('error' in outcome) return text(200, `Error=${outcome.error}`);
  const { deviceId, canonical } = outcome;
  const id = `id=${tokenMessageId(messageId, deviceId)}`;
  return text(200, canonical === undefined ? id : `${id}\nregistration_id=${canonical}`);
}

/** The answer for a device group in plain text, where success for some counts as success. */
export function plainGroupAnswer(messageId: number, outcomes: readonly TokenOutcome[]): FcmAnswer {
  const failed = outcomes.find((outcome) => 'error' in outcome);
  const isAny = outcomes.some((outcome) => 'deviceId' in outcome);
  return isAny || !failed ? plainTopicAnswer(messageId) : text(200, `Error=${failed.error}`);
}

/** The answer for a topic, in plain text. */
export function plainTopicAnswer(messageId: number): FcmAnswer {
  return text(200, `id=${messageId}`);
}

export function text(status: number, body: string): FcmAnswer {
  return { status, type: TEXT_TYPE, body };
}

export function json(body: object): FcmAnswer {
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(body) };
}

/** The headers of an answer. */
export function headersOf({ status, type }: FcmAnswer): Record<string, string> {
  return status < 500
    ? { 'content-type': type }
    : { 'content-type': type, 'retry-after': RETRY_AFTER_SECONDS };
}

/** Published clients look for this text in the body. */
export function unauthorizedAnswer(): FcmAnswer {
  const body =
    '<HTML>\n<HEAD>\n<TITLE>Unauthorized</TITLE>\n</HEAD>\n<BODY>\n<H1>Unauthorized</H1>\n<H2>Error 401</H2>\n</BODY>\n</HTML>\n';
  return { status: 401, type: 'text/html; charset=UTF-8', body };
}

const DEVICE_DIGITS = 16;

/** The id of a message for one token: `0:<message>%<device>`, the form that FCM's ids have. */
function tokenMessageId(messageId: number, deviceId: number): string {
  return `0:${messageId}%${deviceId.toString(16).padStart(DEVICE_DIGITS, '0')}`;
}

/** The message that an id in an answer belongs to; undefined when it is malformed. */
export function messageIdOf(id: string): number | undefined {
  const [, number] = /^(?:0:)?([1-9]\d{0,15})(?:%[0-9a-f]{16})?$/.exec(id) ?? [];
  const value = Number(number);
  return Number.isSafeInteger(value) ? value : undefined;
}
