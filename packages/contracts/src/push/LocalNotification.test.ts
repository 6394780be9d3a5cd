import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { CategoryAction, LocalNotificationOptions } from './LocalNotification.ts';

const options = { title: 'Pick-up', body: 'Your order is ready', scheduledAt: Date.now() };
const accepts = (change: object) =>
  z.safeParse(LocalNotificationOptions, { ...options, ...change }).success;
const actionAccepted = (value: unknown) => z.safeParse(CategoryAction, value).success;

describe('LocalNotificationOptions', () => {
  it('accepts title, body and a time', () => {
    expect(accepts({})).toBe(true);
  });

  it('accepts data, a repetition and a category', () => {
    const data = { orderId: '42', action: 'open', nested: { miniAppId: 'com.acme.orders' } };
    expect(accepts({ data, repeatType: 'day', category: 'order' })).toBe(true);
  });

  it.each(['title', 'body', 'scheduledAt'])('refuses to go without %s', (field) => {
    expect(accepts({ [field]: undefined })).toBe(false);
  });

  it.each(['title', 'body', 'category'])('refuses a number for %s', (field) => {
    expect(accepts({ [field]: 1 })).toBe(false);
  });

  it.each(['day', 'week'])('repeats every %s', (repeatType) => {
    expect(accepts({ repeatType })).toBe(true);
  });

  it.each(['', 'hour', 'month', 'Day', 1, null])('refuses the repeatType %j', (repeatType) => {
    expect(accepts({ repeatType })).toBe(false);
  });

  it('refuses an empty category, data that is a list, and unknown fields', () => {
    expect(accepts({ category: '' })).toBe(false);
    expect(accepts({ data: ['a'] })).toBe(false);
    expect(accepts({ repeat: 'day' })).toBe(false);
  });

  it.each([
    new Date('2030-01-01T09:00:00Z'),
    '2030-01-01T09:00Z',
    '2030-01-01T09:00:00Z',
    '2030-01-01T09:00:00.123Z',
    '2030-01-01T09:00:00+02:00',
    '2028-02-29T09:00:00Z',
    Date.UTC(2030, 0, 1),
    8.64e15,
  ])('takes %j for a point in time', (scheduledAt) => {
    expect(accepts({ scheduledAt })).toBe(true);
  });

  it('refuses seconds since 1970, which would be a day in January 1970', () => {
    expect(accepts({ scheduledAt: Math.floor(Date.now() / 1000) })).toBe(false);
  });

  it.each([
    new Date(Number.NaN),
    '',
    'tomorrow',
    '09:00',
    '2030-01-01',
    '2030-01-01T09:00:00',
    '2030-01-01 09:00:00Z',
    '2030-13-01T09:00:00Z',
    '2030-02-30T09:00:00Z',
    '2029-02-29T09:00:00Z',
    '2030-01-01T25:00:00Z',
    'Tue, 01 Jan 2030 09:00:00 GMT',
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    8.64e15 + 1,
    null,
    true,
    {},
  ])('refuses %j for a point in time', (scheduledAt) => {
    expect(accepts({ scheduledAt })).toBe(false);
  });
});

describe('CategoryAction', () => {
  it('has an id and a title, and may be destructive', () => {
    expect(actionAccepted({ id: 'accept', title: 'Accept' })).toBe(true);
    expect(actionAccepted({ id: 'reject', title: 'Reject', destructive: true })).toBe(true);
  });

  it.each([
    {},
    { id: 'accept' },
    { title: 'Accept' },
    { id: '', title: 'Accept' },
    { id: 'accept', title: '' },
    { id: 1, title: 'Accept' },
    { id: 'accept', title: 'Accept', destructive: 'yes' },
    { id: 'accept', title: 'Accept', icon: 'x' },
  ])('refuses %j', (value) => {
    expect(actionAccepted(value)).toBe(false);
  });
});
