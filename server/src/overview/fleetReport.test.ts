import type { Overview, SystemReport } from '@host/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import serverPackage from '../../package.json' with { type: 'json' };
import { MemoryTransport } from '../push/transports/MemoryTransport.ts';
import type { FcmAddress } from '../push/transports/Transport.types.ts';
import {
  SERVER_KEY,
  type TestServer,
  createTestServer,
  newAppId,
} from '../testing/createTestServer.ts';
import type { TestPlace } from '../testing/testDatabase.ts';
import { testEngines } from '../testing/testEngines.ts';

describe.each(testEngines().filter(({ name }) => name === 'PostgreSQL'))(
  'what is said of several nodes',
  (engine) => {
    let place: TestPlace;
    let servers: readonly [TestServer, TestServer];
    let transports: readonly MemoryTransport<FcmAddress>[];
    const ended = new Set<TestServer>();
    beforeEach(async () => {
      place = await engine.createPlace();
      transports = [new MemoryTransport('fcm'), new MemoryTransport('fcm')];
      const start = (index: number) =>
        createTestServer({ place, pushTransports: [transports[index]] as never });
      servers = [await start(0), await start(1)];
    });
    afterEach(async () => {
      for (const server of servers) if (!ended.delete(server)) await server.close();
      await place.remove();
    });
    const readSystem = async (server: TestServer) =>
      (await server.send('GET', '/v1/admin/system')).json<SystemReport>();
    const attention = async (server: TestServer) =>
      (await server.send('GET', '/v1/admin/overview')).json<Overview>().attention;
    /** A node beside these, which runs something else. */
    const addNode = async (values: Record<string, string>) => {
      const { db } = servers[0];
      const row = {
        node: 'beside',
        connected: 7,
        alive_until: (await db.now()) + 60_000,
        ...values,
      };
      const marks = Object.keys(row).map(() => '?');
      await db.run(
        `INSERT INTO push_nodes (${Object.keys(row).join(', ')}) VALUES (${marks.join(', ')})`,
        ...Object.values(row),
      );
    };

    it('has the version of each of them, whichever is asked', async () => {
      await addNode({ version: '0.9.0' });
      for (const server of servers) {
        const { nodes } = await readSystem(server);
        expect(nodes).toHaveLength(3);
        expect(nodes.filter(({ version }) => version === serverPackage.version)).toHaveLength(2);
        expect(nodes.find(({ node }) => node === 'beside')).toEqual({
          node: 'beside',
          connected: 7,
          isThis: false,
          version: '0.9.0',
        });
      }
    });

    it('leaves out the version of a node of a release that did not say it', async () => {
      await addNode({});
      const { nodes } = await readSystem(servers[1]);
      expect(nodes.find(({ node }) => node === 'beside')).not.toHaveProperty('version');
    });

    it('has the push services that fail on one of them, whichever is asked, until that one ends', async () => {
      let isRefused = false;
      for (const transport of transports) {
        // Once: whoever tries again succeeds, on another node perhaps.
        transport.answer = () => {
          if (isRefused) return { kind: 'accepted' };
          isRefused = true;
          return { kind: 'auth-problem', code: 'UNAUTHENTICATED' };
        };
      }
      const token = `fcm:${newAppId()}`;
      const payload = { token, platform: 'android' };
      await servers[0].send('POST', '/devices/register', { payload, token: undefined });
      const headers = { authorization: `key=${SERVER_KEY}` };
      const message = { to: token, notification: { title: 'Hello' } };
      // One of them hands it on, the other one knows nothing by itself.
      await servers[0].post('/fcm/send', message, { token: undefined, headers });
      const at = expect.any(String) as string;
      const lastError = { code: 'UNAUTHENTICATED', at };
      for (const server of servers) {
        await expect
          .poll(async () => (await readSystem(server)).pushServices)
          .toEqual([
            {
              name: 'fcm',
              state: expect.stringMatching(/^(failing|trying)$/),
              nodes: 2,
              failingOn: [expect.any(String)],
              lastError,
            },
          ]);
        expect(await attention(server)).toEqual([
          {
            kind: 'push-service-failing',
            name: 'fcm',
            nodes: 2,
            failingOn: 1,
            error: 'UNAUTHENTICATED',
            at,
          },
        ]);
      }
      // What a node says ends with it.
      const [one, other] = servers;
      const { nodes, pushServices } = await readSystem(one);
      const isOne = nodes.some(
        ({ node, isThis }) => isThis && pushServices[0]!.failingOn!.includes(node),
      );
      const failing = isOne ? one : other;
      await failing.close();
      ended.add(failing);
      expect((await readSystem(isOne ? other : one)).pushServices).toMatchObject([
        { name: 'fcm', state: 'working', nodes: 1, failingOn: [] },
      ]);
    });

    it('passes over what a node of another release says that is not understood', async () => {
      await addNode({ push_services: '[{"name":"hms","breaker":"molten"}]' });
      expect((await readSystem(servers[0])).pushServices).toMatchObject([
        { name: 'fcm', state: 'working', nodes: 2, failingOn: [] },
      ]);
    });
  },
);
