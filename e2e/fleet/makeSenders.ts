import { setTimeout as wait } from 'node:timers/promises';

import type { Balancer } from './Balancer.ts';
import type { Audience, WriteEvent } from './FleetEvent.types.ts';

const GIVE_UP_MS = 12_000;

export interface SenderOptions {
  balancer: Balancer;
  serverKey: string;
  below: (end: number) => number;
  topics: readonly string[];
  devices: readonly { name: string; token: string }[];
  write: WriteEvent;
}

/** Back ends that send, and write down what they are answered. */
export interface Senders {
  /** Sends until it is told to stop, one after the other, with so many at once. */
  start(count: number, pauseMs: number): () => Promise<void>;
  /** Sends so many that are due after a time. */
  sendDue(count: number, afterMs: number): Promise<void>;
}

/** Makes the back ends of a run. */
export function makeSenders(options: SenderOptions): Senders {
  const { balancer, serverKey, below, topics, devices, write } = options;
  let sends = 0;

  async function send(dueAt?: number): Promise<void> {
    const n = `m${++sends}`;
    const node = balancer.pick();
    const device = devices[below(devices.length)]!;
    // One in four to a single device.
    const isForOne = below(4) === 0;
    const topic = topics[below(topics.length)]!;
    const to: Audience = isForOne ? { device: device.name } : { topic };
    const began = performance.now();
    try {
      const answer = await fetch(`${node.url}/fcm/send`, {
        method: 'POST',
        headers: { authorization: `key=${serverKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          to: isForOne ? device.token : `/topics/${topic}`,
          notification: { title: 'Fleet', body: n },
          data: { n },
          ...(dueAt !== undefined && { send_at: new Date(dueAt).toISOString() }),
        }),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const text = await answer.text();
      const tookMs = performance.now() - began;
      const id = answer.status === 200 ? idIn(text) : undefined;
      if (id === undefined) {
        write({ type: 'refused', n, node: node.name, status: answer.status });
        return;
      }
      const due = dueAt === undefined ? {} : { dueAt };
      write({ type: 'sent', n, to, id, node: node.name, tookMs, ...due });
    } catch {
      write({ type: 'unanswered', n, to, node: node.name });
    }
  }

  return {
    start(count, pauseMs) {
      const over = new AbortController();
      const sending = Array.from({ length: count }, async () => {
        while (!over.signal.aborted) {
          await send();
          await wait(below(2 * pauseMs));
        }
      });
      return async () => {
        over.abort();
        await Promise.all(sending);
      };
    },
    async sendDue(count, afterMs) {
      const dueAt = Date.now() + afterMs;
      await Promise.all(Array.from({ length: count }, () => send(dueAt)));
    },
  };
}

/** The id under which a message is known to devices; undefined when it was not taken. */
function idIn(text: string): string | undefined {
  const { message_id: id, results } = JSON.parse(text) as {
    message_id?: number;
    results?: { message_id?: string }[];
  };
  if (id !== undefined) return String(id);
  return /^0:(\d+)%/.exec(results?.[0]?.message_id ?? '')?.[1];
}
