import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';
import { isReservedDataKey, PushMessage, PushResult, PushTopicResponse } from './PushMessage.ts';

const accepts = (value: unknown) => z.safeParse(PushMessage, value).success;
const tokens = (count: number) => Array.from({ length: count }, (_, index) => `token-${index}`);
const resultAccepted = (value: unknown) => z.safeParse(PushResult, value).success;
const topicResponseAccepted = (value: unknown) => z.safeParse(PushTopicResponse, value).success;

describe('PushMessage', () => {
  it('accepts the message of the interface, to a device and to a topic', () => {
    const notification = { title: 'Order 42', body: 'is on its way' };
    const data = { orderId: '42', deepLink: 'acme://order/42' };
    expect(accepts({ to: 'device-token', notification, data })).toBe(true);
    expect(accepts({ to: '/topics/promotions', notification, data })).toBe(true);
  });

  it('keeps what it knows and drops what it does not', () => {
    const message = { to: 'device-token', priority: 'high' };
    const result = z.safeParse(PushMessage, { ...message, fcm_options: {} });
    expect(result).toEqual({ success: true, data: message });
  });

  it('takes 1 to 1000 tokens', () => {
    expect(accepts({ registration_ids: tokens(1) })).toBe(true);
    expect(accepts({ registration_ids: tokens(LIMITS.tokensPerRequest) })).toBe(true);
    expect(accepts({ registration_ids: tokens(LIMITS.tokensPerRequest + 1) })).toBe(false);
    expect(accepts({ registration_ids: [] })).toBe(false);
    expect(accepts({ registration_ids: 'token' })).toBe(false);
    expect(accepts({ registration_ids: [1] })).toBe(false);
  });

  it.each([0, 1, LIMITS.timeToLiveSeconds])('lives for %i seconds', (time_to_live) => {
    expect(accepts({ time_to_live })).toBe(true);
  });

  it.each([-1, 1.5, LIMITS.timeToLiveSeconds + 1, '60', Number.NaN])(
    'refuses to live for %j seconds',
    (time_to_live) => {
      expect(accepts({ time_to_live })).toBe(false);
    },
  );

  it.each(['from', 'gcm', 'message_type', 'google', 'google.sent_time', 'gcm.n.e', 'gcmx'])(
    'keeps the data key %s for the protocol',
    (key) => {
      expect(isReservedDataKey(key)).toBe(true);
      expect(accepts({ data: { [key]: 'x' } })).toBe(false);
    },
  );

  it.each(['orderId', 'deepLink', 'fromUser', 'message_types', 'to', 'agoogle', 'From', ''])(
    'leaves the data key %j to the sender',
    (key) => {
      expect(isReservedDataKey(key)).toBe(false);
      expect(accepts({ data: { [key]: 'x' } })).toBe(true);
    },
  );

  it.each([1, true, null, {}, ['x']])('refuses the data value %j, which is no text', (value) => {
    expect(accepts({ data: { orderId: value } })).toBe(false);
  });

  it.each(['#000000', '#a1B2c3'])('accepts the colour %s', (color) => {
    expect(accepts({ notification: { color } })).toBe(true);
  });

  it.each(['', 'red', '#fff', '#1234567', '123456', '#gggggg', '#000000\n'])(
    'refuses the colour %j',
    (color) => {
      expect(accepts({ notification: { color } })).toBe(false);
    },
  );

  it.each([
    { to: 1 },
    { priority: 'urgent' },
    { priority: 10 },
    { dry_run: 'true' },
    { content_available: 1 },
    { notification: 'hello' },
    { notification: { title: 1 } },
    { notification: { body_loc_args: 'x' } },
    { data: 'x' },
    { data: ['x'] },
  ])('refuses %j', (message) => {
    expect(accepts(message)).toBe(false);
  });
});

describe('the outcome of a push', () => {
  it('for a device is a message id or an error, never both', () => {
    expect(resultAccepted({ message_id: '1' })).toBe(true);
    expect(resultAccepted({ message_id: '1', registration_id: 'newer' })).toBe(true);
    expect(resultAccepted({ error: 'NotRegistered' })).toBe(true);
    expect(resultAccepted({ error: 'NotRegistered', registration_id: 'newer' })).toBe(false);
    expect(resultAccepted({ error: 'Oops' })).toBe(false);
    expect(resultAccepted({})).toBe(false);
  });

  it('for a topic has a number that JavaScript clients can read', () => {
    expect(topicResponseAccepted({ message_id: Number.MAX_SAFE_INTEGER })).toBe(true);
    expect(topicResponseAccepted({ message_id: 2 ** 53 })).toBe(false);
  });
});
