import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import type { DeviceCredentials, PushMessageRecord, RegisteredDevice } from '@host/contracts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';

import { SERVER_KEY, type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { DeviceClient } from './DeviceClient.ts';

/** A device that a test registered. */
interface TestDevice extends DeviceCredentials {
  deviceId: string;
}

/** A device with a token of another push service; `own` is the token of ours that its key belongs to. */
export interface TestPhone extends TestDevice {
  own: string;
}

/** A running push gateway, with helpers for tests. */
export interface PushServer {
  server: TestServer;
  url: string;
  /** Sends as SERVER_KEY, in JSON. */
  fcm(body: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Sends a raw request to `/fcm/send`. */
  raw(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Registers a device with a token of ours. */
  device(options?: { app?: string; topics?: string[]; session?: string }): Promise<TestDevice>;
  /** Registers a device with a token of another service, as a phone does. */
  phone(options?: { token?: string; topics?: string[]; session?: string }): Promise<TestPhone>;
  subscribe(device: TestDevice, topic: string): Promise<void>;
  connect(
    device: TestDevice,
    options?: ConstructorParameters<typeof DeviceClient>[2],
  ): Promise<DeviceClient>;
  status(id: string | number): Promise<PushMessageRecord>;
  close(): Promise<void>;
}

/** Starts a gateway on a port of its own. */
export async function startPushServer(
  options: Parameters<typeof createTestServer>[0] = {},
): Promise<PushServer> {
  const server = await createTestServer(options);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const clients: DeviceClient[] = [];
  const authorization = `key=${SERVER_KEY}`;

  const subscribe = async (device: TestDevice, topic: string) => {
    const response = await server.send('PUT', `/v1/push/topics/${encodeURIComponent(topic)}`, {
      token: device.key,
    });
    if (response.statusCode !== 200) throw new Error(response.body);
  };

  const device: PushServer['device'] = async ({ app, topics = [], session } = {}) => {
    const issued = await server.send('POST', '/v1/push/tokens', { token: undefined });
    const credentials = issued.json<DeviceCredentials>();
    const body = { ...credentials, platform: 'web', ...(app && { app }) };
    const response = await server.post('/devices/register', body, { token: session });
    if (response.statusCode !== 201) throw new Error(response.body);
    const made = { ...credentials, deviceId: response.json<RegisteredDevice>().deviceId };
    for (const topic of topics) await subscribe(made, topic);
    return made;
  };

  return {
    server,
    url,
    subscribe,
    device,
    async phone({ token = `token-${randomUUID()}`, topics, session } = {}) {
      const { token: own, key } = await device({
        ...(topics && { topics }),
        ...(session && { session }),
      });
      const body = { token, platform: 'android', key, previousToken: own, previousKey: key };
      const response = await server.post('/devices/register', body, { token: session });
      if (response.statusCode !== 200) throw new Error(response.body);
      return { own, key, token, deviceId: response.json<RegisteredDevice>().deviceId };
    },
    fcm: (body, headers) =>
      server.app.inject({
        method: 'POST',
        url: '/fcm/send',
        payload: body,
        headers: { authorization, ...headers },
      }),
    raw: (request) =>
      server.app.inject({
        method: 'POST',
        url: '/fcm/send',
        ...request,
        headers: { authorization, ...request.headers },
      }),
    async connect({ key }, clientOptions) {
      const client = new DeviceClient(url, key, clientOptions);
      clients.push(client);
      await client.hello();
      return client;
    },
    async status(id) {
      const path = `/v1/push/messages/${encodeURIComponent(id)}`;
      const response = await server.send('GET', path, { token: SERVER_KEY });
      if (response.statusCode !== 200) throw new Error(response.body);
      return response.json<PushMessageRecord>();
    },
    async close() {
      for (const client of clients) client.socket.terminate();
      await server.close();
    },
  };
}
