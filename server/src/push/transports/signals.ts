import type { Outcome, TransportName } from './Transport.types.ts';

/** What an answer of an upstream leads to. */
type SignalAction =
  | 'drop-token'
  | 'quarantine-token'
  | 'reject-message'
  | 'reject-size'
  | 'hold-queue'
  /** New credentials and one more attempt at once; when that does not help, hold the queue. */
  | 'renew-credentials'
  | 'back-off-device'
  | 'back-off-upstream';

/** What the upstream's word on a token is checked against before it is believed. */
export type SignalCondition =
  /** Apple says since when a token is dead: a younger registration is not meant. */
  | 'died-after-registration'
  /** To a wrong environment or topic every token looks bad: first another one has to have worked. */
  | 'set-up-has-worked'
  /** The violation says whether the token is wrong or the message. */
  | 'token-is-named';

/** One row: an upstream's status, its error code where the status alone does not decide, and what follows. */
export interface Signal {
  upstream: TransportName;
  status: number | '4xx' | '5xx' | 'other';
  code?: string;
  action: SignalAction;
  onlyIf?: { condition: SignalCondition; otherwise: SignalAction };
}

const IF_IT_DIED_LATER = {
  condition: 'died-after-registration',
  otherwise: 'back-off-device',
} as const;
const IF_SET_UP_WORKS = { condition: 'set-up-has-worked', otherwise: 'quarantine-token' } as const;
const IF_NAMED = { condition: 'token-is-named', otherwise: 'reject-message' } as const;

/** What every answer other than success leads to. The first row that fits counts. */
export const SIGNALS: readonly Signal[] = [
  { upstream: 'fcm', status: 404, code: 'UNREGISTERED', action: 'drop-token' },
  {
    upstream: 'fcm',
    status: 400,
    code: 'INVALID_ARGUMENT',
    action: 'drop-token',
    onlyIf: IF_NAMED,
  },
  { upstream: 'fcm', status: 403, code: 'SENDER_ID_MISMATCH', action: 'quarantine-token' },
  { upstream: 'fcm', status: 401, code: 'THIRD_PARTY_AUTH_ERROR', action: 'hold-queue' },
  { upstream: 'fcm', status: 401, action: 'renew-credentials' },
  { upstream: 'fcm', status: 403, action: 'hold-queue' },
  // Not the token but the project is unknown.
  { upstream: 'fcm', status: 404, action: 'hold-queue' },
  { upstream: 'fcm', status: 413, action: 'reject-size' },
  { upstream: 'fcm', status: 429, action: 'back-off-upstream' },
  { upstream: 'fcm', status: '4xx', action: 'reject-message' },
  { upstream: 'fcm', status: '5xx', action: 'back-off-upstream' },
  { upstream: 'fcm', status: 'other', action: 'back-off-upstream' },

  { upstream: 'apns', status: 410, action: 'drop-token', onlyIf: IF_IT_DIED_LATER },
  {
    upstream: 'apns',
    status: 400,
    code: 'BadDeviceToken',
    action: 'drop-token',
    onlyIf: IF_SET_UP_WORKS,
  },
  {
    upstream: 'apns',
    status: 400,
    code: 'DeviceTokenNotForTopic',
    action: 'drop-token',
    onlyIf: IF_SET_UP_WORKS,
  },
  { upstream: 'apns', status: 400, code: 'BadTopic', action: 'hold-queue' },
  { upstream: 'apns', status: 400, code: 'MissingTopic', action: 'hold-queue' },
  { upstream: 'apns', status: 400, code: 'TopicDisallowed', action: 'hold-queue' },
  { upstream: 'apns', status: 400, code: 'IdleTimeout', action: 'back-off-upstream' },
  { upstream: 'apns', status: 403, code: 'ExpiredProviderToken', action: 'renew-credentials' },
  { upstream: 'apns', status: 403, action: 'hold-queue' },
  { upstream: 'apns', status: 413, action: 'reject-size' },
  { upstream: 'apns', status: 429, code: 'TooManyRequests', action: 'back-off-device' },
  { upstream: 'apns', status: 429, action: 'back-off-upstream' },
  { upstream: 'apns', status: '4xx', action: 'reject-message' },
  { upstream: 'apns', status: '5xx', action: 'back-off-upstream' },
  { upstream: 'apns', status: 'other', action: 'back-off-upstream' },

  // A subscription names any address it likes: what one push service says never holds up the others.
  { upstream: 'webpush', status: 404, action: 'drop-token' },
  { upstream: 'webpush', status: 410, action: 'drop-token' },
  { upstream: 'webpush', status: 413, action: 'reject-size' },
  { upstream: 'webpush', status: 429, action: 'back-off-device' },
  { upstream: 'webpush', status: 406, action: 'back-off-device' },
  { upstream: 'webpush', status: 401, action: 'quarantine-token' },
  { upstream: 'webpush', status: 403, action: 'quarantine-token' },
  { upstream: 'webpush', status: '4xx', action: 'reject-message' },
  { upstream: 'webpush', status: '5xx', action: 'back-off-device' },
  { upstream: 'webpush', status: 'other', action: 'reject-message' },
];

/** Finds what to do about an answer that was no success. */
export function signalOf(upstream: TransportName, status: number, code: string): Signal {
  return SIGNALS.find(
    (signal) =>
      signal.upstream === upstream &&
      (signal.code === undefined || signal.code === code) &&
      covers(signal.status, status),
  )!;
}

function covers(row: Signal['status'], status: number): boolean {
  if (row === '4xx') return status >= 400 && status < 500;
  if (row === '5xx') return status >= 500 && status < 600;
  return row === 'other' || row === status;
}

/** The outcome that a signal stands for, given what is known about its condition. */
export function outcomeOf(
  signal: Signal,
  code: string,
  holds: (condition: SignalCondition) => boolean,
  retryAfterMs: number | undefined,
): Outcome {
  const isMet = !signal.onlyIf || holds(signal.onlyIf.condition);
  const action = isMet ? signal.action : signal.onlyIf!.otherwise;
  switch (action) {
    case 'drop-token':
      return { kind: 'dead-token', code };
    case 'quarantine-token':
      return { kind: 'quarantine', code };
    case 'reject-message':
      return { kind: 'rejected', code };
    case 'reject-size':
      return { kind: 'too-large', code };
    case 'hold-queue':
    case 'renew-credentials':
      return { kind: 'auth-problem', code };
    default:
      return {
        kind: 'retry',
        code,
        scope: action === 'back-off-device' ? 'device' : 'upstream',
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      };
  }
}
