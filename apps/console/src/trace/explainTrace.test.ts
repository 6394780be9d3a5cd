import type { MessageTrace } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { answerWords, explainTrace } from './explainTrace.ts';

const AT = '2026-03-01T12:00:00.000Z';
const MESSAGE: MessageTrace['message'] = {
  id: '7',
  sender: 'root',
  state: 'stored',
  createdAt: AT,
  sendAt: AT,
  expiresAt: AT,
  counts: { sent: 0, delivered: 0, opened: 0, expired: 0, dropped: 0 },
};
const DEVICE: MessageTrace['device'] = {
  id: '4',
  token: 't',
  platform: 'ios',
  createdAt: AT,
  lastSeenAt: AT,
  connected: false,
};
const traceOf = (
  steps: MessageTrace['steps'],
  change: Partial<MessageTrace> = {},
): MessageTrace => ({
  message: MESSAGE,
  device: DEVICE,
  addressed: 'yes',
  steps: [{ step: 'accepted', at: AT }, ...steps],
  ...change,
});

describe('why somebody did not get a message', () => {
  it.each([
    ['expired', [{ step: 'expired', at: AT }], 'expired before the device got it'],
    ['unregistered', [{ step: 'unregistered' }], 'not registered any more'],
    ['cancelled', [{ step: 'cancelled' }], 'was cancelled'],
    ['a dead token', [{ step: 'dropped', detail: 'UNREGISTERED' }], 'token of the device is not'],
    ['a rate', [{ step: 'dropped', detail: 'rate-limited' }], 'It was dropped'],
    ['tries', [{ step: 'waiting-for-service', detail: 'tried 3 times' }], 'waits for the push'],
    ['delivered', [{ step: 'delivered' }], 'The device has it'],
    ['opened', [{ step: 'delivered' }, { step: 'opened' }], 'It was opened'],
    ['passed', [{ step: 'passed' }], 'whether it got it is not known'],
    ['a service', [{ step: 'service-done' }], 'what came of it is not known'],
    ['nothing yet', [], 'It waits for the device'],
  ] as const)('names %s', (_what, steps, words) => {
    expect(explainTrace(traceOf([...steps])).words).toContain(words);
  });

  it('says that a device kept it back, and why', () => {
    const held = (detail: string) =>
      explainTrace(traceOf([{ step: 'delivered' }, { step: 'held', detail }]));
    expect(held('quiet-hours').words).toBe('The device has it, and did not show it');
    expect(held('quiet-hours').because).toContain('quiet hours');
    expect(held('muted').because).toContain('muted');
    expect(held('at-work').because).toContain('(at-work)');
    expect(explainTrace(traceOf([{ step: 'delivered' }])).because).not.toContain('quiet');
  });

  it('gives the answer of the push service', () => {
    const refused = traceOf([{ step: 'refused-by-service', detail: 'apns: TooManyRequests' }]);
    expect(explainTrace(refused).because).toContain('apns: TooManyRequests');
    const sent = traceOf([{ step: 'sent' }], { device: { ...DEVICE, transport: 'fcm' } });
    expect(explainTrace(sent).because).toContain('(fcm) took it');
  });

  it('says what push services answered, attempt by attempt', () => {
    const answer = { service: 'fcm', attempt: 1, status: 503, reason: 'UNAVAILABLE' };
    expect(answerWords({ answer })).toBe('FCM: 503 UNAVAILABLE');
    expect(
      answerWords({ answer: { service: 'webpush', attempt: 2, status: 410, reason: '410' } }),
    ).toBe('Web Push: 410, attempt 2');
    expect(answerWords({ answer: { service: 'apns', attempt: 1, reason: 'timeout' } })).toBe(
      'APNs: timeout',
    );
    expect(answerWords({ detail: 'quiet-hours' })).toBe('quiet-hours');
    const taken = { service: 'apns', attempt: 2, status: 200, messageId: '6F1C' };
    const trace = traceOf([{ step: 'taken-by-service', at: AT, answer: taken }]);
    expect(explainTrace(trace).because).toContain('(apns) took it');
  });

  it.each(['not-named', 'other-package', 'registered-later'] as const)(
    'says that it was not for the device, whatever came of it elsewhere: %s',
    (addressed) => {
      const answer = explainTrace(traceOf([], { addressed }));
      expect(answer.words).toBe('It was not for this device');
    },
  );

  it.each(['not-subscribed', 'subscribed-later', 'condition-not-met'] as const)(
    'goes by the topics of now, and says so: %s',
    (addressed) => {
      const answer = explainTrace(traceOf([], { addressed }));
      expect(answer.words).not.toContain('not for this device');
      expect(answer.because).toMatch(/not kept/);
    },
  );

  it('names what a push service said after its turn', () => {
    const device = { ...DEVICE, transport: 'fcm', quarantined: 'SENDER_ID_MISMATCH' };
    const trace = traceOf([{ step: 'service-done' }], { device });
    expect(explainTrace(trace).because).toMatch(/\(fcm\).*SENDER_ID_MISMATCH/);
  });

  it('names what a device that is left alone was told', () => {
    const trace = traceOf([], { device: { ...DEVICE, quarantined: 'SENDER_ID_MISMATCH' } });
    expect(explainTrace(trace).because).toContain('SENDER_ID_MISMATCH');
  });
});
