import { describe, expect, it } from 'vitest';

import { SIGNALS, outcomeOf, signalOf } from './signals.ts';
import type { Outcome, TransportName } from './Transport.types.ts';

const YES = () => true;
const NO = () => false;

describe('an answer of a push service', () => {
  it.each<[TransportName, number, string, Partial<Outcome>]>([
    ['fcm', 404, 'UNREGISTERED', { kind: 'dead-token' }],
    ['fcm', 404, 'NOT_FOUND', { kind: 'auth-problem' }],
    ['fcm', 403, 'SENDER_ID_MISMATCH', { kind: 'quarantine' }],
    ['fcm', 403, 'PERMISSION_DENIED', { kind: 'auth-problem' }],
    ['fcm', 401, 'THIRD_PARTY_AUTH_ERROR', { kind: 'auth-problem' }],
    ['fcm', 401, 'UNAUTHENTICATED', { kind: 'auth-problem' }],
    ['fcm', 429, 'QUOTA_EXCEEDED', { kind: 'retry', scope: 'service' }],
    ['fcm', 500, 'INTERNAL', { kind: 'retry', scope: 'service' }],
    ['fcm', 503, 'UNAVAILABLE', { kind: 'retry', scope: 'service' }],
    ['fcm', 413, '413', { kind: 'too-large' }],
    ['fcm', 418, '418', { kind: 'rejected' }],
    ['fcm', 302, '302', { kind: 'retry', scope: 'service' }],
    ['apns', 400, 'BadTopic', { kind: 'auth-problem' }],
    ['apns', 400, 'MissingTopic', { kind: 'auth-problem' }],
    ['apns', 400, 'TopicDisallowed', { kind: 'auth-problem' }],
    ['apns', 400, 'IdleTimeout', { kind: 'retry', scope: 'service' }],
    ['apns', 400, 'BadCollapseId', { kind: 'rejected' }],
    ['apns', 400, 'PayloadEmpty', { kind: 'rejected' }],
    ['apns', 403, 'ExpiredProviderToken', { kind: 'auth-problem' }],
    ['apns', 403, 'InvalidProviderToken', { kind: 'auth-problem' }],
    ['apns', 405, 'MethodNotAllowed', { kind: 'rejected' }],
    ['apns', 413, 'PayloadTooLarge', { kind: 'too-large' }],
    ['apns', 429, 'TooManyRequests', { kind: 'retry', scope: 'device' }],
    ['apns', 429, 'TooManyProviderTokenUpdates', { kind: 'retry', scope: 'service' }],
    ['apns', 500, 'InternalServerError', { kind: 'retry', scope: 'service' }],
    ['apns', 503, 'Shutdown', { kind: 'retry', scope: 'service' }],
    ['apns', 301, '301', { kind: 'retry', scope: 'service' }],
    ['webpush', 404, '404', { kind: 'dead-token' }],
    ['webpush', 410, '410', { kind: 'dead-token' }],
    ['webpush', 413, '413', { kind: 'too-large' }],
    ['webpush', 429, '429', { kind: 'retry', scope: 'device' }],
    ['webpush', 406, '406', { kind: 'retry', scope: 'device' }],
    ['webpush', 401, '401', { kind: 'quarantine' }],
    ['webpush', 403, '403', { kind: 'quarantine' }],
    ['webpush', 400, '400', { kind: 'rejected' }],
    ['webpush', 500, '500', { kind: 'retry', scope: 'device' }],
    ['webpush', 307, '307', { kind: 'rejected' }],
  ])('%s %i %s has one outcome', (service, status, code, outcome) => {
    expect(outcomeOf(signalOf(service, status, code), code, YES, undefined)).toEqual({
      code,
      ...outcome,
    });
  });

  it.each<[TransportName, number, string, Partial<Outcome>]>([
    ['fcm', 400, 'INVALID_ARGUMENT', { kind: 'rejected' }],
    ['apns', 410, 'Unregistered', { kind: 'retry', scope: 'device' }],
    ['apns', 410, 'ExpiredToken', { kind: 'retry', scope: 'device' }],
    ['apns', 400, 'BadDeviceToken', { kind: 'quarantine' }],
    ['apns', 400, 'DeviceTokenNotForTopic', { kind: 'quarantine' }],
  ])('%s %i %s drops the token only under its condition', (service, status, code, otherwise) => {
    const signal = signalOf(service, status, code);
    expect(outcomeOf(signal, code, YES, undefined)).toEqual({ kind: 'dead-token', code });
    expect(outcomeOf(signal, code, NO, undefined)).toEqual({ code, ...otherwise });
  });

  it('carries the time that the push service asked for', () => {
    expect(
      outcomeOf(signalOf('fcm', 429, 'QUOTA_EXCEEDED'), 'QUOTA_EXCEEDED', YES, 30_000),
    ).toEqual({
      kind: 'retry',
      code: 'QUOTA_EXCEEDED',
      scope: 'service',
      retryAfterMs: 30_000,
    });
  });

  it.each<TransportName>(['fcm', 'apns', 'webpush'])('of %s always finds a row', (service) => {
    for (let status = 100; status < 1000; status++) {
      expect(signalOf(service, status, 'whatever').service).toBe(service);
    }
    expect(signalOf(service, 0, '')).toBeDefined();
  });

  it('meets no row that an earlier one hides', () => {
    for (const row of SIGNALS) {
      if (typeof row.status !== 'number') continue;
      expect(signalOf(row.service, row.status, row.code ?? 'another code')).toBe(row);
    }
  });

  it('of Web Push never holds up anybody else', () => {
    const actions = SIGNALS.filter(({ service }) => service === 'webpush');
    for (const { action } of actions) {
      expect(['hold-queue', 'renew-credentials', 'back-off-service']).not.toContain(action);
    }
  });
});
