import { setTimeout as wait } from 'node:timers/promises';

import type { Balancer } from './Balancer.ts';
import type { Audience, WriteEvent } from './FleetEvent.types.ts';
import { GIVE_UP_MS } from './limits.ts';

const AT_ONCE = 50;
const MANY = 1000;

export interface SenderOptions {
  balancer: Balancer;
  serverKey: string;
  below: (end: number) => number;
  topics: readonly string[];
  devices: readonly { name: string; token: string }[];
  write: WriteEvent;
}

/** Back ends that send, and record the responses. */
export interface Senders {
  /** Starts this many sequential senders; the result stops them. */
  start(count: number, pauseMs: number): () => Promise<void>;
  /** Sends one message; resolves to its `n`. */
  send(to: Audience): Promise<string>;
  /** Schedules messages for the same time; to single devices if they are very many. */
  sendDue(count: number, afterMs: number): Promise<void>;
  /** The ids of all messages that were accepted with 200. */
  accepted(): readonly string[];
  /** How many of the scheduled messages a node accepted. */
  acceptedBy(node: string): number;
}

/** Creates the back ends of a run. */
export function makeSenders(options: SenderOptions): Senders {
  const { balancer, serverKey, below, topics, devices, write } = options;
  const tokens = new Map(devices.map(({ name, token }) => [name, token]));
  const accepted: string[] = [];
  const byNode = new Map<string, number>();
  let sends = 0;

  const anyDevice = (): Audience => ({ device: devices[below(devices.length)]!.name });
  // One in four goes to a single device.
  const anybody = (): Audience =>
    below(4) === 0 ? anyDevice() : { topic: topics[below(topics.length)]! };

  async function send(to: Audience, dueAt?: number): Promise<string> {
    const n = `m${++sends}`;
    const node = balancer.pick();
    const began = performance.now();
    try {
      const answer = await fetch(`${node.url}/fcm/send`, {
        method: 'POST',
        headers: { authorization: `key=${serverKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          to: 'topic' in to ? `/topics/${to.topic}` : tokens.get(to.device),
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
        write({ type: 'refused', n, to, node: node.name, status: answer.status });
        return n;
      }
      accepted.push(id);
      if (dueAt === undefined) byNode.set(node.name, (byNode.get(node.name) ?? 0) + 1);
      const due = dueAt === undefined ? {} : { dueAt };
      write({ type: 'sent', n, to, id, node: node.name, tookMs, ...due });
    } catch {
      write({ type: 'unanswered', n, to, node: node.name });
    }
    return n;
  }

  return {
    start(count, pauseMs) {
      const over = new AbortController();
      const sending = Array.from({ length: count }, async () => {
        while (!over.signal.aborted) {
          await send(anybody());
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
      const choose = count > MANY ? anyDevice : anybody;
      let left = count;
      const sending = Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) await send(choose(), dueAt);
      });
      await Promise.all(sending);
    },
    send: (to) => send(to),
    accepted: () => accepted,
    acceptedBy: (node) => byNode.get(node) ?? 0,
  };
}

/** The id of the message in a response; undefined if it was not accepted. */
function idIn(text: string): string | undefined {
  const { message_id: id, results } = JSON.parse(text) as {
    message_id?: number;
    results?: { message_id?: string }[];
  };
  if (id !== undefined) return String(id);
  return /^0:(\d+)%/.exec(results?.[0]?.message_id ?? '')?.[1];
}
