import { type Bucket, createBucket } from './createBucket.ts';
import type { FrameBudget } from './FrameBudget.ts';
import type { FromFrame } from './messages.ts';

/** Sends a message to the host; throws if it cannot be sent. */
export type Tell = (message: FromFrame) => void;

/** What pacing needs of time, for tests. */
interface Clock {
  now: () => number;
  after: (run: () => void, milliseconds: number) => void;
}

const REAL: Clock = {
  now: () => performance.now(),
  after: (run, milliseconds) => void setTimeout(run, milliseconds),
};

/** Sends messages as JSON, in order, throttled to the host's limits: excess messages are queued. */
export function paceMessages(
  post: (text: string) => void,
  budget: FrameBudget,
  { now, after }: Clock = REAL,
): Tell {
  const messages: Bucket = createBucket(budget.messages, budget.messagesPerSecond, now);
  const texts: Bucket = createBucket(budget.text, budget.textPerSecond, now);
  const waiting: string[] = [];

  function sendOn(): void {
    for (let text = waiting[0]; text !== undefined; text = waiting[0]) {
      const milliseconds = Math.max(messages.waitFor(1), texts.waitFor(text.length));
      if (milliseconds > 0) {
        after(sendOn, milliseconds);
        return;
      }
      messages.take(1);
      texts.take(text.length);
      post(text);
      waiting.shift();
    }
  }

  return (message) => {
    const text = JSON.stringify(message);
    if (text.length > budget.messageText) {
      throw new RangeError(
        `it has ${text.length} characters, and at most ${budget.messageText} go.`,
      );
    }
    waiting.push(text);
    // If others are waiting already, a timer is set.
    if (waiting.length === 1) sendOn();
  };
}
