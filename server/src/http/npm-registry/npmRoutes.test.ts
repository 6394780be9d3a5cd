import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { PackageFolder } from './PackageFolder.ts';
import { addFile } from './tarFiles.ts';

const INSTALL = 'application/vnd.npm.install-v1+json';
const REGISTRY = 'https://host.example/base/npm/';
const PACKED_AT = new Date('2026-01-02T03:04:05.000Z');

const CLI = {
  name: '@host/cli',
  version: '0.2.0',
  description: 'The command',
  bin: { miniapp: './dist/main.js' },
  scripts: { build: 'tsc' },
  dependencies: { zod: '4.0.0' },
  peerDependencies: { react: '^19.0.0' },
  peerDependenciesMeta: { react: { optional: true } },
  engines: { node: '>=20.19' },
};

const ENGINE = { name: '@host/engine', version: '1.0.0' };

/** A tar with files, as `npm pack` makes it. */
function tarballOf(manifest: object, more: Record<string, Buffer> = {}): Buffer {
  const files = {
    'package/README.md': Buffer.from('Read me'.repeat(200)),
    'package/package.json': Buffer.from(JSON.stringify(manifest)),
    ...more,
  };
  const tar = Object.entries(files).reduce<Buffer>(
    (before, [path, content]) => addFile(before, path, content),
    Buffer.alloc(0),
  );
  return gzipSync(tar);
}

async function pack(
  folder: string,
  manifest: { name: string; version: string },
  more?: Record<string, Buffer>,
): Promise<Buffer> {
  const content = tarballOf(manifest, more);
  const file = join(
    folder,
    `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`,
  );
  await writeFile(file, content);
  await utimes(file, PACKED_AT, PACKED_AT);
  return content;
}

let root: string;
let folder: string;
let tarball: Buffer;
let engine: Buffer;
let server: TestServer;
const problems: Error[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'npm-registry-'));
  folder = join(root, 'packed');
  await mkdir(folder);
  await writeFile(join(root, 'outside-1.0.0.tgz'), 'secret');
  await writeFile(join(folder, 'built-from'), 'secret');
  await pack(folder, { ...CLI, version: '0.1.0' });
  await pack(folder, { ...CLI, version: '0.3.0-beta.1' });
  tarball = await pack(folder, CLI);
  await pack(folder, { name: '@host/kit', version: '1.10.0' });
  await pack(folder, { name: '@host/kit', version: '1.9.0' });
  await pack(folder, { name: '@host/create-thing', version: '1.0.0' });
  engine = await pack(folder, ENGINE, { 'package/system/engine': randomBytes(5_000_000) });
  server = await createTestServer({
    packages: await PackageFolder.open(folder, {
      registryUrl: REGISTRY,
      onProblem: (error) => problems.push(error),
    }),
    config: { baseUrl: 'https://host.example/base' },
  });
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});
const get = (path: string, headers: Record<string, string> = {}) =>
  server.send('GET', `/npm/${path}`, { token: undefined, headers });

describe('the npm registry under /npm/', () => {
  it.each(['@host%2fcli', '@host%2Fcli', '@host/cli', '%40host%2fcli'])(
    'says under %s what there is of a package',
    async (path) => {
      const response = await get(path);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': expect.stringMatching(/^application\/json/) as string,
        // With `npm --prefer-offline` what was kept would be taken without asking, and be that of an older checkout.
        'cache-control': 'no-store',
        vary: 'accept',
      });
      const body = response.json<Record<string, unknown>>();
      expect(body).toMatchObject({
        name: '@host/cli',
        'dist-tags': { latest: '0.2.0' },
        time: { created: PACKED_AT.toISOString(), '0.2.0': PACKED_AT.toISOString() },
        versions: { '0.2.0': CLI },
      });
      expect(Object.keys(body['versions'] as object)).toEqual(['0.1.0', '0.2.0', '0.3.0-beta.1']);
    },
  );

  it('says to who installs no more than installing needs, with the time of each version', async () => {
    const response = await get('@host%2fcli', {
      accept: `${INSTALL}; q=1.0, application/json; q=0.8`,
    });
    expect(response.headers['content-type']).toBe(INSTALL);
    const body = response.json<{ versions: Record<string, object>; time: object }>();
    const { description: _, scripts: __, ...needed } = CLI;
    expect(body.versions['0.2.0']).toEqual({ ...needed, dist: expect.anything() as object });
    expect(body.time).toMatchObject({ '0.2.0': PACKED_AT.toISOString() });
  });

  it('takes the highest version for the latest, by number', async () => {
    expect((await get('@host/kit')).json()).toMatchObject({ 'dist-tags': { latest: '1.10.0' } });
    expect((await get('-/package/@host%2fkit/dist-tags')).json()).toEqual({ latest: '1.10.0' });
  });

  it.each(['0.2.0', 'latest'])('describes the version %s alone', async (version) => {
    const body = (await get(`@host%2fcli/${version}`)).json<object>();
    expect(body).toMatchObject({ version: '0.2.0', description: 'The command' });
  });

  it('names archives below its own address, with digests that hold, whatever Host says', async () => {
    const { versions } = (await get('@host%2fcli', { host: 'evil.example' })).json<{
      versions: Record<string, { dist: { tarball: string; integrity: string; shasum: string } }>;
    }>();
    const { dist } = versions['0.2.0']!;
    expect(dist).toEqual({
      tarball: `${REGISTRY}@host/cli/-/cli-0.2.0.tgz`,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      shasum: createHash('sha1').update(tarball).digest('hex'),
    });
    const response = await get(dist.tarball.slice(REGISTRY.length));
    expect(response.rawPayload.equals(tarball)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(tarball.length),
      'cache-control': 'public, no-cache',
    });
  });

  it('tells a package that makes projects where it came from, in an archive that tar reads', async () => {
    const { dist } = (await get('@host%2fcreate-thing/latest')).json<{
      dist: { tarball: string; integrity: string };
    }>();
    const { rawPayload } = await get(dist.tarball.slice(REGISTRY.length));
    const digest = createHash('sha512').update(rawPayload).digest('base64');
    expect(dist.integrity).toBe(`sha512-${digest}`);
    const file = join(root, 'create-thing.tgz');
    await writeFile(file, rawPayload);
    const tar = async (...args: string[]) => (await promisify(execFile)('tar', [...args])).stdout;
    expect((await tar('-tzf', file)).trim().split('\n')).toEqual([
      'package/README.md',
      'package/package.json',
      'package/registry.json',
    ]);
    expect(await tar('-xOzf', file, 'package/registry.json')).toBe(`{"url":"${REGISTRY}"}`);
  });

  it('serves archives of programs from the disk, found by what they begin with', async () => {
    const path = '@host/engine/-/engine-1.0.0.tgz';
    const response = await get(path);
    expect(response.rawPayload.equals(engine)).toBe(true);
    expect(response.headers['content-length']).toBe(String(engine.length));
    const head = await server.send('HEAD', `/npm/${path}`, { token: undefined });
    expect([head.body, head.headers['content-length']]).toEqual(['', String(engine.length)]);
  });

  it.each(['@host%2fcli', '@host/cli/-/cli-0.2.0.tgz'])(
    'answers HEAD of %s without a body, and 304 to who has it',
    async (path) => {
      const whole = await get(path);
      const head = await server.send('HEAD', `/npm/${path}`, { token: undefined });
      expect(head.statusCode).toBe(200);
      expect(head.body).toBe('');
      expect(head.headers['content-length']).toBe(whole.headers['content-length']);
      const again = await get(path, { 'if-none-match': String(whole.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  it('answers a ping, and knows of no advisories', async () => {
    expect((await get('-/ping')).json()).toEqual({});
    const bulk = await server.send('POST', '/npm/-/npm/v1/security/advisories/bulk', {
      token: undefined,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync('{"@host/cli":["0.2.0"]}'),
    });
    expect([bulk.statusCode, bulk.json()]).toEqual([200, {}]);
  });

  it.each([
    [
      'react',
      'There is no package react here. Use this registry for its own scope alone: @host:registry=',
    ],
    ['@host%2fnothing', 'There is no package @host/nothing here.'],
    ['@host%2fcli/9.9.9', '@host/cli has no version or tag 9.9.9.'],
    ['@host/cli/-/cli-9.9.9.tgz', '@host/cli has no archive cli-9.9.9.tgz.'],
  ])('says in the form of npm that there is no %s', async (path, error) => {
    const response = await get(path);
    expect(response.statusCode).toBe(404);
    expect(response.json<{ error: string }>().error).toContain(error);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it.each([
    '@host/cli/-/../../outside-1.0.0.tgz',
    '@host/cli/-/..%2f..%2foutside-1.0.0.tgz',
    '@host%2f..%2foutside-1.0.0.tgz',
    '@host/cli/-/built-from',
    'built-from',
    '%2e%2e/outside-1.0.0.tgz',
    '__proto__',
    '@host/cli/constructor',
    '',
  ])('gives nothing but packages to %s', async (path) => {
    const response = await get(path);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('secret');
  });

  it.each(['PUT', 'POST', 'DELETE'] as const)('is not written to by %s', async (method) => {
    const response = await server.send(method, '/npm/@host%2fcli', {
      headers: { 'content-type': 'application/json' },
      payload: '{"name":"@host/cli"}',
    });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
    expect(response.json<{ error: string }>().error).toContain('read-only');
  });

  it('counts its callers like those of other files, and says so in the form of npm', async () => {
    const limited = await createTestServer({
      packages: await PackageFolder.open(folder, { registryUrl: REGISTRY, onProblem: () => {} }),
      config: { rateLimits: { perAddress: 1, perToken: 1 } },
    });
    const ask = () => limited.send('GET', '/npm/@host%2fcli', { token: undefined });
    for (let count = 0; count < 10; count++) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.json<{ error: string }>().error).toContain('requests a minute are accepted');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await limited.close();
  });
});

describe('packages that are packed while the server runs', () => {
  it('are served within a second or so, and a folder that cannot be read leaves those of before', async () => {
    const next = join(root, 'next');
    await mkdir(next);
    await pack(next, { ...CLI, version: '0.4.0' });
    await rm(folder, { recursive: true });
    // The moment between the two: those of before are still there.
    expect((await get('@host/cli')).json()).toMatchObject({ 'dist-tags': { latest: '0.2.0' } });
    await rename(next, folder);
    await expect
      .poll(async () => (await get('@host/cli')).json())
      .toMatchObject({ 'dist-tags': { latest: '0.4.0' } });

    await writeFile(join(folder, 'broken-1.0.0.tgz'), 'no archive');
    await vi.waitFor(async () => {
      await get('@host/cli');
      expect(problems.map(({ message }) => message)).toEqual([
        expect.stringContaining('broken-1.0.0.tgz is no package'),
      ]);
    }, 15_000);
    expect((await get('@host/cli')).json()).toMatchObject({ 'dist-tags': { latest: '0.4.0' } });
  });
});
