import { randomBytes } from 'node:crypto';

import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../../testing/createTestServer.ts';
import { hostileArchives } from '../../archive/testing/hostileArchives.ts';
import { buildMiniAppFixture } from '../../archive/testing/miniAppArchive.ts';
import { rawZip } from '../../archive/testing/rawZip.ts';
import { zipFiles } from '../../archive/testing/zipFiles.ts';
import { webArchive } from '../testing/webArchive.ts';
import { NOTHING, storedFiles, whatStays } from '../testing/storedFiles.ts';

describe('an upload that is refused leaves nothing behind', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  async function refusalOf(file: string, payload: Buffer | string, headers = {}) {
    const url = `/v1/admin/artifacts/${newAppId()}/1.0.0/${file}`;
    const response = await server.send('PUT', url, { payload, headers });
    expect(await storedFiles(server)).toEqual(NOTHING);
    return { status: response.statusCode, ...response.json<{ code: string; detail: string }>() };
  }

  describe.each(['ios.zip', 'web.zip', 'android.maps.zip'])('as %s', (file) => {
    // One without a byte is no body at all, see below.
    const hostile = hostileArchives().filter(({ archive }) => archive.length > 0);
    it.each(hostile)('an archive with $what: 422 $code', async ({ archive, code, named }) => {
      const refusal = await refusalOf(file, archive);
      expect(refusal).toMatchObject({ status: 422, code });
      expect(refusal.detail).toContain(named);
    });

    it('an archive cut off anywhere: 422 artifact-corrupt', async () => {
      const whole = await webArchive('com.acme.orders', '1.0.0');
      const step = Math.ceil(whole.length / 25);
      for (let length = 1; length < whole.length; length += step) {
        const { status, code } = await refusalOf(file, whole.subarray(0, length));
        expect({ status, code }).toEqual({ status: 422, code: 'artifact-corrupt' });
      }
    });
  });

  it.each([
    ['not JSON', 'nonsense'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['empty', '{}'],
    ['a zip', rawZip([{ name: 'a' }])],
  ])('a manifest that is %s: 422 artifact-manifest-invalid', async (_, manifest) => {
    const { status, code } = await refusalOf('mf-manifest.json', manifest);
    expect({ status, code }).toEqual({ status: 422, code: 'artifact-manifest-invalid' });
  });

  it('a web archive without a manifest at its root: 422 artifact-manifest-invalid', async () => {
    const archive = await zipFiles({ 'build/mf-manifest.json': '{}', 'index.js': '' });
    expect((await refusalOf('web.zip', archive)).code).toBe('artifact-manifest-invalid');
  });

  it('a web archive whose manifest is larger than one of its own may be: 422 artifact-too-large', async () => {
    const archive = await webArchiveWith(LIMITS.federationManifestBytes + 1);
    const { status, code, detail } = await refusalOf('web.zip', archive);
    expect({ status, code }).toEqual({ status: 422, code: 'artifact-too-large' });
    expect(detail).toContain('"mf-manifest.json" in the archive has');
  });

  it('a web archive with a name that object stores keep for themselves: 422 artifact-unsafe-name', async () => {
    const archive = await webArchive('com.acme.orders', '1.0.0', { 'a/.tmp-file.js': 'x' });
    const { status, code, detail } = await refusalOf('web.zip', archive);
    expect({ status, code }).toEqual({ status: 422, code: 'artifact-unsafe-name' });
    expect(detail).toContain('"a/.tmp-file.js"');
  });

  it('an archive without a byte is no body: 400 upload-incomplete', async () => {
    const { status, code } = await refusalOf('ios.zip', '');
    expect({ status, code }).toEqual({ status: 400, code: 'upload-incomplete' });
  });

  it.each([
    ['mf-manifest.json', LIMITS.federationManifestBytes],
    ['ios.zip', LIMITS.archiveBytes],
  ])('%s that says it is larger than %d bytes: 413', async (file, limit) => {
    const headers = { 'content-length': String(limit + 1) };
    const { status, code } = await refusalOf(file, 'x', headers);
    expect({ status, code }).toEqual({ status: 413, code: 'body-too-large' });
  });

  it('a manifest of exactly the limit is read, one byte more is not', async () => {
    const { manifest } = await buildMiniAppFixture('com.acme.orders', '1.0.0');
    const longest = manifest + ' '.repeat(LIMITS.federationManifestBytes - manifest.length);
    expect((await refusalOf('mf-manifest.json', `${longest} `)).code).toBe('body-too-large');
    for (const [file, payload] of [
      ['mf-manifest.json', longest],
      ['web.zip', await webArchiveWith(LIMITS.federationManifestBytes)],
    ] as const) {
      const url = `/v1/admin/artifacts/${newAppId()}/1.0.0/${file}`;
      const accepted = await server.send('PUT', url, { payload });
      expect(accepted.statusCode, accepted.body).toBe(201);
    }
    expect((await whatStays(server)).underWay).toEqual([]);
  });
});

/** A web archive whose manifest has so many bytes, which do not compress: one of blanks is refused for what it unpacks to. */
async function webArchiveWith(bytes: number): Promise<Buffer> {
  const { manifest } = await buildMiniAppFixture('com.acme.orders', '1.0.0', { platforms: [] });
  const rest = manifest.replace(/^\{/, '":"",');
  const noise = randomBytes(bytes)
    .toString('hex')
    .slice(0, bytes - rest.length - '{"'.length);
  const text = `{"${noise}${rest}`;
  return webArchive('com.acme.orders', '1.0.0', { 'mf-manifest.json': text });
}
