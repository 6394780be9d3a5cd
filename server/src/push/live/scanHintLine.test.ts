import { describe, expect, it } from 'vitest';

import type { StoredMessage } from '../messages/Message.types.ts';
import { scanHintLine } from './scanHintLine.ts';

type Audience = StoredMessage['audience'];

const topic = (name: string): Audience => ({ kind: 'topic', topic: name });
const devices = (...deviceIds: number[]): Audience => ({ kind: 'devices', deviceIds });
const line = (...audiences: Audience[]) => ({ from: 8, to: 1234, audiences });

describe('the first line of a hint', () => {
  it.each([
    line(topic('news')),
    line(topic('')),
    line(topic('ünïcode 🙂, "devices":[1]}'.replaceAll('"', `'`)), topic('b')),
    line(devices(7)),
    line(devices(1, 22, Number.MAX_SAFE_INTEGER), topic('a'), devices(3)),
  ])('is read like JSON: %j', (expected) => {
    expect(scanHintLine(JSON.stringify(expected))).toEqual(expected);
  });

  it.each([
    line(),
    line({ kind: 'condition', condition: `'a' in topics` }),
    line(topic('a'), { kind: 'condition', condition: `'a' in topics` }),
    line(topic('a"b')),
    line(topic('a\\b')),
    line(topic('a\nb')),
    line(devices()),
    { from: 1, to: 2 },
    { ...line(topic('a')), more: 1 },
    { ...line(topic('a')), from: -1 },
    { ...line(topic('a')), to: 1.5 },
    { to: 1, from: 1, audiences: [topic('a')] },
  ])('is left to JSON.parse when it is %j', (given) => {
    expect(scanHintLine(JSON.stringify(given))).toBeUndefined();
  });

  it.each([
    '',
    '{}',
    'null',
    '{"from":1',
    '{"from":1,"to":2,"audiences":[',
    `${JSON.stringify(line(topic('a')))} `,
  ])('is left to JSON.parse when it is no more than %j', (given) => {
    expect(scanHintLine(given)).toBeUndefined();
  });

  it('takes no longer than its length, whoever made it up', () => {
    const most = 1_000_000;
    const beginning = '{"from":1,"to":2,"audiences":[';
    for (const given of [
      `${beginning}{"kind":"topic","topic":"${'a'.repeat(most)}`,
      `${beginning}{"kind":"devices","deviceIds":[${'1,'.repeat(most / 2)}`,
      `${beginning}{"kind":"devices","deviceIds":[${'1'.repeat(most)}]}]`,
      `{"from":${'1'.repeat(most)}`,
      beginning + '{"kind":"topic","topic":""},'.repeat(most / 28),
    ]) {
      const start = process.cpuUsage();
      expect(scanHintLine(given)).toBeUndefined();
      const { user, system } = process.cpuUsage(start);
      expect(user + system).toBeLessThan(1_000_000);
    }
  });
});
