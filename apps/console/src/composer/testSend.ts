import type { SentPush } from '@host/api-client';
import type { PushMessage } from '@host/contracts';

import { countOf } from '../text/formatNumber.ts';
import { refusalWords } from './refusalWords.ts';

/** A test that nobody has seen by then is of no use any more. */
const TEST_SECONDS = 60 * 60;

/** A message as it is sent for a test: at once, and not kept for long. */
export function sentTest(message: PushMessage): PushMessage {
  const { send_at: _later, collapse_key: _key, ...rest } = message;
  return { ...rest, priority: 'high', time_to_live: TEST_SECONDS };
}

/** The id of what was sent; undefined for a group, which has none. Throws when no device took it. */
export function messageIdOf(answer: SentPush): string | undefined {
  if ('message_id' in answer) return String(answer.message_id);
  if ('error' in answer) throw new Error(`It is not sent: ${refusalWords([answer.error])}.`);
  const refusals =
    'results' in answer
      ? answer.results.flatMap((result) => ('error' in result ? [result.error] : []))
      : [];
  if (answer.success === 0) {
    throw new Error(`No device takes it: ${refusalWords(refusals) || 'none is there'}.`);
  }
  return 'multicast_id' in answer ? String(answer.multicast_id) : undefined;
}

/** What is said of a test that was taken: for how many devices it was, and that it may wait for them. */
export function testWords(answer: SentPush): string {
  const devices = 'success' in answer ? answer.success : 1;
  return `The test is on its way to ${countOf(devices, 'device')}. Where the app is not connected and no push service reaches it, it waits up to an hour.`;
}
