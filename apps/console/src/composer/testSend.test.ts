import { expect, it } from 'vitest';

import { messageIdOf, sentTest, testWords } from './testSend.ts';

const answer = (results: ({ message_id: string } | { error: 'NotRegistered' })[]) => {
  const success = results.filter((result) => 'message_id' in result).length;
  const failure = results.length - success;
  return { multicast_id: 7, success, failure, canonical_ids: 0, results };
};

it('a test goes out at once, and is not kept for long', () => {
  const message = { to: 'a', send_at: '2027-01-01T00:00:00Z', collapse_key: 'k' };
  expect(sentTest(message)).toEqual({ to: 'a', priority: 'high', time_to_live: 3600 });
});

it('counts the devices that take it, and no others', () => {
  const words = testWords(answer([{ message_id: '0:7' }, { error: 'NotRegistered' }]));
  expect(words).toMatch(/^The test is on its way to 1 device\./);
  expect(messageIdOf(answer([{ message_id: '0:7' }]))).toBe('7');
});

it('that nobody takes says why, in words', () => {
  const nobody = answer([{ error: 'NotRegistered' }, { error: 'NotRegistered' }]);
  expect(() => messageIdOf(nobody)).toThrow(
    'No device takes it: no device is registered under this token, or not any more.',
  );
  expect(() => messageIdOf({ error: 'TopicsMessageRateExceeded' })).toThrow(/^It is not sent: too/);
});
