import { once } from 'node:events';
import { connect } from 'node:net';

import { describe, expect, inject, it } from 'vitest';

import { createTestServer } from '../src/testing/createTestServer.ts';
import { startNginx } from './testing/startNginx.ts';

const nginxPath = inject('nginxPath');
const TOO_MUCH = 1024 ** 4;

describe.each(nginxPath === undefined ? [] : [nginxPath])('a body that comes by %s', (path) => {
  it('is refused by its announced length, before it fills a disk', async () => {
    const server = await createTestServer();
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const nginx = await startNginx(path, [Number(new URL(address).port)]);
    const stranger = connect(Number(new URL(nginx.url).port), '127.0.0.1');
    stranger.write(
      [
        'POST /devices/register HTTP/1.1',
        'Host: host.example',
        'Content-Type: application/json',
        `Content-Length: ${TOO_MUCH}`,
        '\r\n{"token":',
      ].join('\r\n'),
    );
    const [answer] = (await once(stranger, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    stranger.destroy();
    await nginx.stop();
    await server.close();
  });
});
