import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ObjectStore } from '../../../storage/objects/ObjectStore.types.ts';
import { openObjectStore } from '../../../storage/objects/openObjectStore.ts';
import { startS3 } from '../../../storage/objects/startS3.testing.ts';
import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
} from '../../../testing/createTestServer.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { type RawAnswer, ask } from './ask.ts';
import { webArchive } from './webArchive.ts';

const MB = 1024 * 1024;

/** What the published version of every test CDN holds below `web/`. */
export const WEB_FILES = {
  'app.js': 'export const answer = 42; // and so on, and so on\n'.repeat(400),
  'tiny.js': 'export {};',
  'style.css': 'body { color: red }\n'.repeat(100),
  'page.html': '<script>alert(document.cookie)</script>'.repeat(50),
  'img/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(300)}</svg>`,
  'img/logo.png': randomBytes(3000),
  'code.wasm': Buffer.alloc(2000, 'wasm'),
  LICENSE: 'without an extension',
  'empty.txt': '',
  'ünïcode 100%.txt': 'a name that has to be escaped',
  // Larger than what is kept in memory, and incompressible.
  'large.bin': randomBytes(9 * MB),
} satisfies Record<string, string | Buffer>;

/** A server that listens and has one version registered. */
export interface TestCdn {
  server: TestServer;
  appId: string;
  /** Asks for a file of the version, `ios.zip` or `web/app.js`. */
  get(file: string, headers?: Record<string, string>, method?: string): Promise<RawAnswer>;
  /** Asks for a path as it is. */
  getPath(path: string, headers?: Record<string, string>): Promise<RawAnswer>;
  close(): Promise<void>;
}

/** Where objects can lie. The second runs on the second database engine, too, where there is one. */
export const STORES = [
  { name: 'a folder', open: openFolder },
  { name: 'S3', open: openS3 },
];

export async function startCdn({ name, open }: (typeof STORES)[number]): Promise<TestCdn> {
  const { objects, remove } = await open();
  const [first, second] = testEngines();
  const engine = (name === 'S3' ? second : undefined) ?? first!;
  const server = await createTestServer({ objects, engine });
  const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const appId = newAppId();
  await server.upload(appId, '1.0.0');
  const uploaded = await server.send('PUT', `/v1/admin/artifacts/${appId}/1.0.0/web.zip`, {
    payload: await webArchive(appId, '1.0.0', WEB_FILES),
  });
  if (uploaded.statusCode !== 201) throw new Error(uploaded.body);
  const registered = await server.post('/v1/admin/mini-programs', registrationOf(appId, '1.0.0'));
  if (registered.statusCode !== 201) throw new Error(registered.body);

  return {
    server,
    appId,
    get: (file, headers = {}, method = 'GET') =>
      ask(origin, `/cdn/mini-apps/${appId}/1.0.0/${encodeURI(file)}`, { method, headers }),
    getPath: (path, headers = {}) => ask(origin, path, { headers }),
    async close() {
      await server.close();
      await objects.close();
      await remove();
    },
  };
}

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'cdn-objects-'));
  const objects: ObjectStore = await openObjectStore(`file:${folder}`);
  return { objects, remove: () => rm(folder, { recursive: true }) };
}

async function openS3() {
  const s3 = await startS3();
  const objects: ObjectStore = await openObjectStore(await s3.makeBucket('cdn'));
  return { objects, remove: () => s3.stop() };
}
