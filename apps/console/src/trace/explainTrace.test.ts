import type { MessageTrace } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { explainTrace } from './explainTrace.ts';

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
    ['nothing yet', [], 'It waits for the device'],
  ] as const)('names %s', (_what, steps, words) => {
    expect(explainTrace(traceOf([...steps])).words).toContain(words);
  });

  it('says that quiet hours are the matter of the device, which tells nobody', () => {
    expect(explainTrace(traceOf([{ step: 'delivered' }])).because).toContain('quiet hours');
  });

  it('gives the answer of the push service', () => {
    const refused = traceOf([{ step: 'refused-by-service', detail: 'apns: TooManyRequests' }]);
    expect(explainTrace(refused).because).toContain('apns: TooManyRequests');
    const sent = traceOf([{ step: 'sent' }], { device: { ...DEVICE, transport: 'fcm' } });
    expect(explainTrace(sent).because).toContain('(fcm) took it');
  });

  it('says that it was not for the device, whatever came of it elsewhere', () => {
    const trace = traceOf([], { addressed: 'subscribed-later' });
    expect(explainTrace(trace)).toMatchObject({
      words: 'It was not for this device',
      because: 'The device subscribed to the topic after the message was sent.',
    });
  });

  it('names what a device that is left alone was told', () => {
    const trace = traceOf([], { device: { ...DEVICE, quarantined: 'SENDER_ID_MISMATCH' } });
    expect(explainTrace(trace).because).toContain('SENDER_ID_MISMATCH');
  });
});
