import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testEngines } from '../../testing/testEngines.ts';
import { openTracing, type Tracing } from '../../tracing/openTracing.ts';
import {
  type CollectedSpan,
  type Collector,
  startCollector,
} from '../../tracing/testing/startCollector.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { MemoryTransport } from '../transports/MemoryTransport.ts';
import type { FcmAddress } from '../transports/Transport.types.ts';

describe.each(testEngines())('the trace of a send ($name)', (engine) => {
  const fcm = new MemoryTransport<FcmAddress>('fcm');
  let collector: Collector;
  let tracing: Tracing;
  let push: PushServer;
  beforeAll(async () => {
    collector = await startCollector();
    tracing = openTracing({
      target: { url: collector.url, headers: {}, timeoutMs: 1000, everyMs: 20 },
      sampler: { name: 'parentbased_always_off', ratio: 1 },
      resource: {},
    });
    push = await startPushServer({ engine, tracing, pushTransports: [fcm] as never });
  });
  afterAll(async () => {
    await push.close();
    await tracing.close();
    await collector.close();
  });

  let traces = 0;
  const newTrace = () => (++traces).toString(16).padStart(32, '0');
  const send = (trace: string, body: object) =>
    push.fcm(body, { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
  const namesOf = (trace: string) =>
    collector.spans
      .filter(({ traceId }) => traceId === trace)
      .map(({ name }) => name)
      .toSorted();

  it('goes on through a push service, attempt by attempt', async () => {
    const token = `fcm:${engine.name}`;
    await push.server.post(
      '/devices/register',
      { token, platform: 'android' },
      { token: undefined },
    );
    let attempts = 0;
    fcm.answer = () =>
      ++attempts === 1
        ? { kind: 'retry', code: '503', scope: 'device', retryAfterMs: 1 }
        : { kind: 'accepted' };
    const trace = newTrace();
    await send(trace, { to: token });
    const sends = () => collector.spans.filter(({ name }) => name === 'send by fcm');
    await expect
      .poll(
        async () => {
          await push.server.db.run('UPDATE push_jobs SET due_at = 0');
          return sends().length;
        },
        { timeout: 5000 },
      )
      .toBe(2);
    const shown = ({ traceId, attributes, status }: CollectedSpan) => [
      traceId,
      attributes['push.outcome'],
      attributes['push.attempt'],
      status?.code,
    ];
    expect(sends().map(shown)).toEqual([
      [trace, 'retry', '1', 2],
      [trace, 'accepted', '2', undefined],
    ]);
    expect(JSON.stringify(collector.spans)).not.toContain(token);
  });

  it('shows each message of a commit, and to how many devices it went', async () => {
    const topic = `many-${engine.name}`;
    const clients = [];
    for (let n = 0; n < 3; n++) {
      clients.push(await push.connect(await push.device({ topics: [topic] })));
    }
    const [one, other] = [newTrace(), newTrace()];
    await Promise.all([one, other].map((trace) => send(trace, { to: `/topics/${topic}` })));
    // Nobody asked for a trace of this one.
    await push.fcm({ to: `/topics/${topic}` });
    for (const client of clients) await client.received(3);
    for (const trace of [one, other]) {
      await expect
        .poll(() => namesOf(trace))
        .toEqual(expect.arrayContaining(['POST /fcm/send', 'deliver message', 'store message']));
      const delivery = collector.spans.find(
        ({ traceId, name }) => traceId === trace && name === 'deliver message',
      );
      expect(delivery!.attributes['push.devices']).toBe('3');
      // There are others to tell only where nodes share the database.
      expect(namesOf(trace).includes('tell nodes')).toBe(engine.name === 'PostgreSQL');
    }
    const ids = new Set(collector.spans.map(({ traceId }) => traceId));
    expect(ids.size).toBe(traces);
    const figures = await push.server.send('GET', '/metrics');
    expect(figures.body).toMatch(/trace_spans_total\{outcome="sent"\} \d/);
  });
});
