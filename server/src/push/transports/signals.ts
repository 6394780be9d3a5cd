import type { Outcome, TransportName } from './Transport.types.ts';

/** The action that follows from an answer of a push service. */
type SignalAction =
  | 'drop-token'
  | 'quarantine-token'
  | 'reject-message'
  | 'reject-size'
  | 'hold-queue'
  /** Renew the credentials and retry once, immediately; if that does not help, hold the queue. */
  | 'renew-credentials'
  | 'back-off-device'
  | 'back-off-service';

/** A plausibility check before a push service's verdict on a token is believed. */
export type SignalCondition =
  /** Apple says since when a token is dead: a later registration is not affected. */
  | 'died-after-registration'
  /** With a wrong environment or topic every token looks bad, so another one must have worked before. */
  | 'set-up-has-worked'
  /** The field violation says whether the token or the message is wrong. */
  | 'token-is-named';

/** One row: a push service's status, its error code where the status alone does not decide, and what follows. */
export interface Signal {
  service: TransportName;
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

/** The action for every answer other than success. The first matching row counts. */
export const SIGNALS: readonly Signal[] = [
  { service: 'fcm', status: 404, code: 'UNREGISTERED', action: 'drop-token' },
  {
    service: 'fcm',
    status: 400,
    code: 'INVALID_ARGUMENT',
    action: 'drop-token',
    onlyIf: IF_NAMED,
  },
  { service: 'fcm', status: 403, code: 'SENDER_ID_MISMATCH', action: 'quarantine-token' },
  { service: 'fcm', status: 401, code: 'THIRD_PARTY_AUTH_ERROR', action: 'hold-queue' },
  { service: 'fcm', status: 401, action: 'renew-credentials' },
  { service: 'fcm', status: 403, action: 'hold-queue' },
  // The project is unknown, not the token.
  { service: 'fcm', status: 404, action: 'hold-queue' },
  { service: 'fcm', status: 413, action: 'reject-size' },
  { service: 'fcm', status: 429, action: 'back-off-service' },
  { service: 'fcm', status: '4xx', action: 'reject-message' },
  { service: 'fcm', status: '5xx', action: 'back-off-service' },
  { service: 'fcm', status: 'other', action: 'back-off-service' },

  { service: 'apns', status: 410, action: 'drop-token', onlyIf: IF_IT_DIED_LATER },
  {
    service: 'apns',
    status: 400,
    code: 'BadDeviceToken',
    action: 'drop-token',
    onlyIf: IF_SET_UP_WORKS,
  },
  {
    service: 'apns',
    status: 400,
    code: 'DeviceTokenNotForTopic',
    action: 'drop-token',
    onlyIf: IF_SET_UP_WORKS,
  },
  { service: 'apns', status: 400, code: 'BadTopic', action: 'hold-queue' },
  { service: 'apns', status: 400, code: 'MissingTopic', action: 'hold-queue' },
  { service: 'apns', status: 400, code: 'TopicDisallowed', action: 'hold-queue' },
  { service: 'apns', status: 400, code: 'IdleTimeout', action: 'back-off-service' },
  { service: 'apns', status: 403, code: 'ExpiredProviderToken', action: 'renew-credentials' },
  { service: 'apns', status: 403, action: 'hold-queue' },
  { service: 'apns', status: 413, action: 'reject-size' },
  { service: 'apns', status: 429, code: 'TooManyRequests', action: 'back-off-device' },
  { service: 'apns', status: 429, action: 'back-off-service' },
  { service: 'apns', status: '4xx', action: 'reject-message' },
  { service: 'apns', status: '5xx', action: 'back-off-service' },
  { service: 'apns', status: 'other', action: 'back-off-service' },

  // Subscriptions can contain any address, so the answer of one push service never affects the others.
  { service: 'webpush', status: 404, action: 'drop-token' },
  { service: 'webpush', status: 410, action: 'drop-token' },
  { service: 'webpush', status: 413, action: 'reject-size' },
  { service: 'webpush', status: 429, action: 'back-off-device' },
  { service: 'webpush', status: 406, action: 'back-off-device' },
  { service: 'webpush', status: 401, action: 'quarantine-token' },
  { service: 'webpush', status: 403, action: 'quarantine-token' },
  { service: 'webpush', status: '4xx', action: 'reject-message' },
  { service: 'webpush', status: '5xx', action: 'back-off-device' },
  { service: 'webpush', status: 'other', action: 'reject-message' },
];

/** Finds the row for an answer other than success. */
export function signalOf(service: TransportName, status: number, code: string): Signal {
  return SIGNALS.find(
    (signal) =>
      signal.service === service &&
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
        scope: action === 'back-off-device' ? 'device' : 'service',
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      };
  }
}
