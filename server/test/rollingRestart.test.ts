import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, inject, it } from 'vitest';

import { type Follower, connectDevice, publish, registerDevice } from './testing/followers.ts';
import { type Nginx, startNginx } from './testing/startNginx.ts';
import { useSchema } from './testing/useSchema.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const DEVICES = 12;
const SENDERS = 4;
const [postgresUrl, nginxPath] = [inject('postgresUrl'), inject('nginxPath')];
const given =
  postgresUrl === undefined || nginxPath === undefined
    ? []
    : [
        { postgresUrl, nginxPath, count: 3, drainSeconds: '1' },
        // Two, as in the compose file, need the time until nginx asks the first again, which is two seconds.
        { postgresUrl, nginxPath, count: 2, drainSeconds: '4' },
      ];

describe.each(given)('$count nodes behind nginx', ({ count, drainSeconds, ...at }) => {
  const databaseUrl = useSchema(at.postgresUrl);
  const built = useServer();

  it(
    'that are restarted one after the other under load lose nothing, and nobody sees an error',
    { timeout: 180_000 },
    async () => {
      const env = {
        SERVER_KEY,
        PEOPLE_SECRET: 'a-secret-that-all-nodes-have',
        DATABASE_URL: databaseUrl(),
        TRUST_PROXY: '127.0.0.1/32',
        DRAIN_SECONDS: drainSeconds,
      };
      const nodes: StartedServer[] = await Promise.all(
        Array.from({ length: count }, async () => built.start(await built.newFolder(), env)),
      );
      const ports = nodes.map(({ port }) => port);
      const nginx = await startNginx(at.nginxPath, ports);
      const problems: string[] = [];
      const over = new AbortController();
      const attempt = (what: string, work: Promise<unknown>) =>
        work.catch((error: Error) => problems.push(`${what}: ${error.message} ${causeOf(error)}`));

      const devices = await Promise.all(
        Array.from({ length: DEVICES }, () => registerDevice(nginx)),
      );
      /** As hosts do: whoever is let go comes back when it was told to. */
      const stayConnected = async (device: Follower) => {
        while (!over.signal.aborted) {
          await attempt('device', connectDevice(nginx, device));
          const { code, reason } = await device.client!.closed;
          if (over.signal.aborted) break;
          const [, ms] = /^the server shuts down; come back in (\d+) ms$/.exec(reason) ?? [];
          if (code !== 1001 || ms === undefined) problems.push(`closed: ${code} ${reason}`);
          await wait(Number(ms ?? 100));
        }
      };
      const staying = devices.map(stayConnected);
      await expect.poll(() => devices.every(({ client }) => client !== undefined)).toBe(true);

      const sent: string[] = [];
      const sending = Array.from({ length: SENDERS }, async () => {
        while (!over.signal.aborted) {
          await attempt(
            'send',
            publish(nginx, SERVER_KEY).then((id) => sent.push(id)),
          );
          await wait(10);
        }
      });
      const headers = { authorization: `Bearer ${devices[0]!.key}` };
      const asking = (async () => {
        while (!over.signal.aborted) {
          await attempt('ask', topicsOf(nginx, headers));
          await wait(5);
        }
      })();

      const hasServed: number[] = [];
      for (const [index, node] of nodes.entries()) {
        const before = sent.length;
        node.signal('SIGTERM');
        expect((await node.ended).code).toBe(0);
        nodes[index] = await node.restart();
        hasServed.push(sent.length - before);
      }
      over.abort();
      await Promise.all([...sending, asking]);
      for (const served of hasServed) expect(served).toBeGreaterThan(10);
      expect(problems).toEqual([]);

      for (const device of devices) {
        const missing = () => sent.filter((id) => !device.shown.includes(id));
        await expect.poll(missing, { timeout: 10_000 }).toEqual([]);
        expect(device.shown).toHaveLength(sent.length);
      }
      for (const { client } of devices) client!.socket.terminate();
      await Promise.all(staying);
      await nginx.stop();
      await Promise.all(nodes.map((node) => node.kill('SIGKILL')));
    },
  );
});

const causeOf = ({ cause }: Error) => (cause instanceof Error ? cause.message : '');

async function topicsOf({ url }: Nginx, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(`${url}/v1/push/topics`, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
}
