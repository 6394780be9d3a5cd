import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { OtlpExporter, type OtlpTarget } from './OtlpExporter.ts';
import type { Span } from './Span.types.ts';
import { type Collector, startCollector } from './testing/startCollector.ts';

const SPAN: Span = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentId: undefined,
  name: 'work',
  kind: 'client',
  startedAt: 1_800_000_000_000.25,
  endedAt: 1_800_000_000_001.5,
  attributes: { name: 'x', count: 3 },
  isError: true,
};

describe('the exporter of traces', () => {
  let collector: Collector;
  let counted: Record<'sent' | 'dropped', number>;
  beforeEach(async () => {
    collector = await startCollector();
    counted = { sent: 0, dropped: 0 };
  });
  afterEach(() => collector.close());

  const open = (target: Partial<OtlpTarget> = {}) =>
    new OtlpExporter({
      target: { url: collector.url, headers: {}, timeoutMs: 10_000, everyMs: 5, ...target },
      resource: { 'service.name': 'here' },
      count: (outcome, spans) => void (counted[outcome] += spans),
    });

  it('says when and what, to the nanosecond', async () => {
    const exporter = open({ headers: { 'x-key': 'secret' } });
    exporter.add(SPAN);
    await exporter.close();
    expect(collector.requests[0]!.headers).toMatchObject({
      'x-key': 'secret',
      'content-type': 'application/json',
    });
    expect(collector.spans).toEqual([
      {
        traceId: SPAN.traceId,
        spanId: SPAN.spanId,
        name: 'work',
        kind: 3,
        startTimeUnixNano: '1800000000000250000',
        endTimeUnixNano: '1800000000001500000',
        status: { code: 2 },
        attributes: { name: 'x', count: '3' },
        resource: { 'service.name': 'here' },
      },
    ]);
    expect(counted).toEqual({ sent: 1, dropped: 0 });
  });

  it('reads no answer that does not end', async () => {
    let written = 0;
    const talker = createServer((request, response) => {
      request.resume();
      const talk = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) written += 64 * 1024;
      };
      response.on('drain', talk);
      talk();
    });
    await new Promise<void>((resolve) => void talker.listen(0, '127.0.0.1', resolve));
    const { port } = talker.address() as AddressInfo;
    const exporter = open({ url: `http://127.0.0.1:${port}/v1/traces`, timeoutMs: 1500 });
    exporter.add(SPAN);
    await exporter.close();
    talker.closeAllConnections();
    talker.close();
    expect(counted).toEqual({ sent: 1, dropped: 0 });
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  it('gathers spans into requests of a bounded size', async () => {
    const exporter = open();
    for (let n = 0; n < 1200; n++) exporter.add(SPAN);
    await expect.poll(() => counted.sent).toBe(1200);
    expect(collector.requests.map(({ spans }) => spans)).toEqual([512, 512, 176]);
    await exporter.close();
  });

  it('keeps a bounded number for a collector that hangs, and drops the others at once', async () => {
    collector.status = undefined;
    const exporter = open({ timeoutMs: 30_000 });
    for (let n = 0; n < 5000; n++) exporter.add(SPAN);
    expect(counted.dropped).toBe(5000 - 2048);
    const before = performance.now();
    await exporter.close();
    expect(performance.now() - before).toBeLessThan(15_000);
    expect(counted).toEqual({ sent: 0, dropped: 5000 });
  });

  it('tries again what a collector cannot take now, and gives up what it does not take', async () => {
    const exporter = open();
    collector.first = [503, 429];
    exporter.add(SPAN);
    await expect.poll(() => counted).toEqual({ sent: 1, dropped: 0 });
    expect(collector.requests).toHaveLength(3);
    collector.first = [400];
    exporter.add(SPAN);
    await expect.poll(() => counted).toEqual({ sent: 1, dropped: 1 });
    expect(collector.requests).toHaveLength(4);
    await exporter.close();
  });

  it('does not wait longer for an answer than it is told', async () => {
    const exporter = open({ timeoutMs: 50 });
    collector.status = undefined;
    exporter.add(SPAN);
    await expect.poll(() => counted, { timeout: 5000 }).toEqual({ sent: 0, dropped: 1 });
    expect(collector.requests.length).toBeLessThanOrEqual(3);
    await exporter.close();
  });
});
