import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { describe, expect, it } from 'vitest';

import { buildMiniAppFixture } from '../src/hosting/archive/testing/miniAppArchive.ts';
import { openUpload } from '../src/hosting/artifacts/testing/openUpload.ts';
import { newAppId } from '../src/testing/createTestServer.ts';
import { clientOf } from './testing/client.ts';
import { useServer } from './testing/useServer.ts';

describe('a signal to end', () => {
  const built = useServer();

  it('lets an upload under way finish, takes nothing new, and ends with 0', async () => {
    const server = await built.start(await built.newFolder());
    const appId = newAppId();
    const { archives } = await buildMiniAppFixture(appId, '1.0.0', { extraBytes: 500_000 });
    const half = archives.ios.length / 2;
    const path = `/v1/admin/artifacts/${appId}/1.0.0/ios.zip`;
    const headers = { 'content-length': archives.ios.length };
    const upload = await openUpload(server.url, path, headers, server.adminToken);
    upload.send(archives.ios.subarray(0, half));
    // A request whose head is half sent when the signal comes: it is neither new nor idle.
    const probe = connect(server.port, '127.0.0.1');
    await once(probe, 'connect');
    probe.write('GET /ready HTTP/1.1\r\nhost: test\r\n');
    expect((await clientOf(server).send('GET', '/ready')).status).toBe(200);

    server.signal('SIGTERM');
    await expect.poll(() => isListening(server.port), { timeout: 5000, interval: 10 }).toBe(false);
    probe.write('\r\n');
    expect(await text(probe)).toMatch(/^HTTP\/1\.1 503 /);

    upload.send(archives.ios.subarray(half));
    const answer = await upload.answer();
    expect(answer.status, answer.body).toBe(201);
    const { code, stderr } = await server.ended;
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/error/i);

    const again = await server.restart();
    const back = await clientOf(again).fetchBack(appId, '1.0.0', 'ios.zip');
    expect(back.bytes.equals(archives.ios)).toBe(true);
    expect((await again.kill('SIGINT')).code).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends an idle server at once, also with connections that are kept alive',
    async (signal) => {
      const server = await built.start(await built.newFolder());
      const idle = connect(server.port, '127.0.0.1');
      await once(idle, 'connect');
      idle.write('GET /health HTTP/1.1\r\nhost: test\r\n\r\n');
      await once(idle, 'data');
      const signalled = performance.now();
      expect((await server.kill(signal)).code).toBe(0);
      expect(performance.now() - signalled).toBeLessThan(5000);
      idle.destroy();
    },
  );
});

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}
