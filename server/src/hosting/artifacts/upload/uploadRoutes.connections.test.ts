import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { promisify } from 'node:util';

import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { buildMiniAppFixture } from '../../archive/testing/miniAppArchive.ts';
import { ask } from '../testing/ask.ts';
import { type OpenUpload, openUpload } from '../testing/openUpload.ts';
import { whatStays } from '../testing/storedFiles.ts';

const IDLE_MS = 400;

describe('over a real connection', () => {
  let server: TestServer;
  let origin: string;
  let archive: Buffer;
  let before: Awaited<ReturnType<typeof whatStays>>;
  const uploadPath = () => `/v1/admin/artifacts/${newAppId()}/1.0.0/ios.zip`;
  const start = (path: string, headers: Record<string, string | number>) =>
    openUpload(origin, path, headers);

  beforeAll(async () => {
    server = await createTestServer({ uploadPatience: { idleMs: IDLE_MS, mostAtOnce: 3 } });
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const fixture = await buildMiniAppFixture('com.acme.orders', '1.0.0', { extraBytes: 300_000 });
    archive = fixture.archives.ios;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    before = await whatStays(server);
  });

  const isReceiving = () =>
    vi.waitFor(async () => expect(await readdir(server.uploadFolder)).not.toEqual([]), 5000);
  const serverGoesOn = async () => {
    const headers = { authorization: 'Bearer root-token-for-tests' };
    const answer = await ask(origin, uploadPath(), { method: 'PUT', headers, body: archive });
    expect(answer.status, answer.body.toString()).toBe(201);
  };

  it('an upload that is cut off in the middle leaves nothing, and the server goes on', async () => {
    for (const share of [0, 0.001, 0.5, 0.999]) {
      const upload = await start(uploadPath(), { 'content-length': archive.length });
      upload.send(archive.subarray(0, Math.floor(archive.length * share)));
      await isReceiving();
      upload.cutOff();
      expect(await whatStays(server)).toEqual(before);
    }
    await serverGoesOn();
  });

  it('a chunked upload that is cut off in the middle leaves nothing', async () => {
    const upload = await start(uploadPath(), { 'transfer-encoding': 'chunked' });
    upload.send('5\r\nhello\r\n');
    await isReceiving();
    upload.cutOff();
    expect(await whatStays(server)).toEqual(before);
    await serverGoesOn();
  });

  it('an archive that is whole but shorter than announced is not taken', async () => {
    const upload = await start(uploadPath(), { 'content-length': archive.length + 1 });
    upload.send(archive);
    await isReceiving();
    upload.cutOff();
    expect(await whatStays(server)).toEqual(before);
  });

  it('a sender that stops is given up after the idle limit', async () => {
    const upload = await start(uploadPath(), { 'content-length': archive.length });
    upload.send(archive.subarray(0, 1000));
    await isReceiving();
    const stopped = performance.now();
    await upload.closed();
    expect(performance.now() - stopped).toBeGreaterThan(IDLE_MS / 2);
    expect(await whatStays(server)).toEqual(before);
    await serverGoesOn();
  });

  it('a slow sender that keeps sending is not given up', async () => {
    const upload = await start(uploadPath(), { 'content-length': archive.length });
    const step = Math.ceil(archive.length / 6);
    for (let at = 0; at < archive.length; at += step) {
      upload.send(archive.subarray(at, at + step));
      await new Promise((resolve) => void setTimeout(resolve, IDLE_MS / 4));
    }
    expect((await upload.answer()).status).toBe(201);
  });

  it('a body that is announced as too large is refused before it is sent', async () => {
    const upload = await start(uploadPath(), { 'content-length': LIMITS.archiveBytes + 1 });
    const { status, body } = await upload.answer();
    expect(status).toBe(413);
    expect(JSON.parse(body).code).toBe('body-too-large');
    upload.cutOff();
    expect(await whatStays(server)).toEqual(before);
  });

  it('a body that turns out too large is refused without being read to its end', async () => {
    const path = `/v1/admin/icons/${newAppId()}.png`;
    const upload = await start(path, { 'transfer-encoding': 'chunked' });
    const piece = Buffer.alloc(65_536);
    for (let sent = 0; sent <= LIMITS.iconBytes; sent += piece.length) {
      upload.send(`${piece.length.toString(16)}\r\n`);
      upload.send(piece);
      upload.send('\r\n');
    }
    // The body has no end yet, and the answer is there.
    const { status, body } = await upload.answer();
    expect(status).toBe(413);
    expect(JSON.parse(body).code).toBe('body-too-large');
    upload.cutOff();
    expect(await whatStays(server)).toEqual(before);
    await serverGoesOn();
  });

  it('a refused sender that goes on sending hears why, and is cut off when it never ends', async () => {
    const headers = { 'content-length': LIMITS.archiveBytes };
    const upload = await openUpload(origin, uploadPath(), headers, 'no-such-token');
    const sending = setInterval(() => upload.send(Buffer.alloc(100_000)), 20);
    try {
      expect((await upload.answer()).status).toBe(401);
      await upload.closed();
    } finally {
      clearInterval(sending);
    }
    expect(await whatStays(server)).toEqual(before);
  });

  it('a refused sender that reads nothing before it has sent everything gets the answer, not a reset', async () => {
    const { hostname, port } = new URL(origin);
    const body = Buffer.alloc(LIMITS.iconBytes * 8);
    for (const [token, status] of [
      ['root-token-for-tests', 413],
      ['no-such-token', 401],
    ]) {
      const socket = connect(Number(port), hostname).pause();
      const write = promisify(socket.write.bind(socket)) as (bytes: Buffer) => Promise<void>;
      const head = `PUT /v1/admin/icons/com.acme.orders.png HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${token}\r\ncontent-length: ${body.length}\r\n\r\n`;
      await write(Buffer.from(head));
      await write(body);
      const [answer] = await once(socket.resume(), 'data');
      expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      socket.destroy();
    }
  });

  it('more uploads at once than there are places: 503 with Retry-After, and room again afterwards', async () => {
    const under: OpenUpload[] = [];
    for (let place = 0; place < 3; place++) {
      const upload = await start(uploadPath(), { 'content-length': archive.length });
      upload.send(archive.subarray(0, 1000));
      under.push(upload);
    }
    await vi.waitFor(async () => expect(await readdir(server.uploadFolder)).toHaveLength(3), 5000);

    const headers = { authorization: 'Bearer root-token-for-tests' };
    const refused = await ask(origin, uploadPath(), { method: 'PUT', headers, body: archive });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(JSON.parse(refused.body.toString()).code).toBe('unavailable');

    for (const upload of under) upload.send(archive.subarray(1000));
    const answers = await Promise.all(under.map((upload) => upload.answer()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    await serverGoesOn();
  });
});

it('an upload whose token is revoked before it has arrived is refused, and replaces nothing', async () => {
  const server = await createTestServer();
  onTestFinished(() => server.close());
  const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const appId = newAppId();
  const path = `/v1/admin/artifacts/${appId}/1.0.0/ios.zip`;
  const archiveOf = async (salt: string) =>
    (await buildMiniAppFixture(appId, '1.0.0', { salt })).archives.ios;
  const [honest, other] = [await archiveOf('honest'), await archiveOf('other')];
  expect((await server.send('PUT', path, { payload: honest })).statusCode).toBe(201);
  const { id, token } = await server.issue({ scopes: ['publish'] });
  const upload = await openUpload(origin, path, { 'content-length': other.length }, token);
  upload.send(other.subarray(0, 100));
  await vi.waitFor(async () => expect(await readdir(server.uploadFolder)).not.toEqual([]), 5000);
  expect((await server.send('DELETE', `/v1/admin/tokens/${id}`)).statusCode).toBeLessThan(300);
  upload.send(other.subarray(100));
  const { status, body } = await upload.answer();
  expect([status, JSON.parse(body)]).toMatchObject([401, { code: 'token-revoked' }]);
  expect((await server.send('GET', path)).rawPayload.equals(honest)).toBe(true);
});
