import type { DeviceCredentials } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { DeviceClient } from '../src/push/testing/DeviceClient.ts';
import { type Nats, startNats } from '../src/storage/bus/testing/startNats.ts';
import { type Collector, startCollector } from '../src/tracing/testing/startCollector.ts';
import { useSchema } from './testing/useSchema.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

const [postgresUrl, natsPath] = [inject('postgresUrl'), inject('natsServerPath')];
const places =
  postgresUrl === undefined || natsPath === undefined ? [] : [{ postgresUrl, natsPath }];

describe.each(places)('two nodes that are told where traces go', (given) => {
  const databaseUrl = useSchema(given.postgresUrl);
  const built = useServer();
  let collector: Collector;
  let nats: Nats;
  beforeAll(async () => {
    collector = await startCollector();
    nats = await startNats(given.natsPath);
  });
  afterAll(async () => {
    await nats.stop();
    await collector.close();
  });

  it('show a send as one trace, from its request to the socket of a device on the other node', async () => {
    const start = async (name: string) =>
      built.start(await built.newFolder(), {
        SERVER_KEY,
        PEOPLE_SECRET: 'a-secret-that-all-nodes-have',
        DATABASE_URL: databaseUrl(),
        NATS_URL: nats.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ours',
        OTEL_BSP_SCHEDULE_DELAY: '50',
        OTEL_RESOURCE_ATTRIBUTES: `host.name=${name}`,
      });
    const [one, other] = [await start('one'), await start('other')];
    const credentials = await subscribed(other);
    const client = new DeviceClient(other.url, credentials.key);
    await client.hello();
    // Until both are connected to NATS, the other node reads the database, and hears nothing.
    await expect
      .poll(async () => {
        await send(one, `00-${TRACE.replace('4', '5')}-${SPAN}-01`);
        return collector.spans.some(({ name }) => name === 'hear of message');
      })
      .toBe(true);
    await send(one, `00-${TRACE}-${SPAN}-01`);
    await send(one, `00-${TRACE.replace('4', '6')}-${SPAN}-00`);

    const trace = () => collector.spans.filter(({ traceId }) => traceId === TRACE);
    await expect.poll(() => trace().length).toBe(5);
    const spanNamed = (name: string) => trace().find((span) => span.name === name)!;
    const request = spanNamed('POST /fcm/send');
    expect(request).toMatchObject({
      parentSpanId: SPAN,
      kind: 2,
      attributes: { 'http.route': '/fcm/send', 'http.response.status_code': '200' },
      resource: { 'service.name': 'host-server', 'host.name': 'one' },
    });
    const seen = (name: string) => {
      const { parentSpanId, resource, attributes } = spanNamed(name);
      return [parentSpanId, resource['host.name'], attributes['push.devices']];
    };
    expect(seen('store message')).toEqual([request.spanId, 'one', undefined]);
    expect(seen('tell nodes')).toEqual([request.spanId, 'one', undefined]);
    expect(seen('hear of message')).toEqual([request.spanId, 'other', undefined]);
    expect(seen('deliver message')).toEqual([request.spanId, 'other', '1']);
    for (const { startTimeUnixNano, endTimeUnixNano } of trace()) {
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    }
    // What the caller does not record, nobody records.
    expect(collector.spans.some(({ traceId }) => traceId.startsWith('6'))).toBe(false);
    expect(collector.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'x-tenant': 'ours' },
    });

    // Neither the device nor the collector is told what is not for it.
    expect(JSON.stringify(client.events)).not.toContain(TRACE);
    const collected = JSON.stringify(collector.spans);
    for (const secret of [SERVER_KEY, credentials.token, credentials.key, 'a-topic', 'words']) {
      expect(collected).not.toContain(secret);
    }

    // A collector that hangs holds up neither sends nor the end of a node.
    collector.status = undefined;
    await send(one);
    await client.close();
    // One that does not come to its end by itself ends with 1.
    expect((await one.kill('SIGTERM')).code).toBe(0);
    collector.status = 200;
    await other.kill('SIGTERM');
  });
});

async function send(node: StartedServer, traceparent?: string): Promise<void> {
  const answer = await fetch(`${node.url}/fcm/send`, {
    method: 'POST',
    headers: {
      authorization: `key=${SERVER_KEY}`,
      'content-type': 'application/json',
      ...(traceparent && { traceparent }),
    },
    body: JSON.stringify({ to: '/topics/a-topic', notification: { title: 'words' } }),
  });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

/** Registers a device that has the topic. */
async function subscribed({ url }: StartedServer): Promise<DeviceCredentials> {
  const json = { 'content-type': 'application/json' };
  const issued = await fetch(`${url}/v1/push/tokens`, { method: 'POST' });
  const credentials = (await issued.json()) as DeviceCredentials;
  const body = JSON.stringify({ ...credentials, platform: 'web' });
  await fetch(`${url}/devices/register`, { method: 'POST', headers: json, body });
  const headers = { authorization: `Bearer ${credentials.key}` };
  const topic = await fetch(`${url}/v1/push/topics/a-topic`, { method: 'PUT', headers });
  expect(topic.status).toBe(200);
  return credentials;
}
