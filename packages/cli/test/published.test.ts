import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type * as HeadlessHost from '@host/headless-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, startTestServer } from '../src/testing/startTestServer.ts';
import { installWith } from './published/installWith.ts';
import { packWorkspace } from './published/packWorkspace.ts';
import { runCommand } from './published/runCommand.ts';
import { unzip } from './published/unzip.ts';
import { temporaryFolder } from '../src/testing/temporaryFolder.ts';

const APP = 'com.acme.fresh';
const PATIENCE_MS = 10 * 60_000;

let folder: string;
let server: TestServer;
let tarballs: Record<string, string>;
/** The project that `miniapp create` made. */
let root: string;

beforeAll(async () => {
  folder = await temporaryFolder('published');
  server = await startTestServer();
  tarballs = await packWorkspace(folder);
}, PATIENCE_MS);
afterAll(() => server.close());

const script = (name: string, ...args: string[]) =>
  runCommand(['npx', '--yes', 'pnpm@12.18.0', 'run', name, ...args], root);
const miniapp = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runCommand([join(root, 'node_modules/.bin/miniapp'), ...args], root, {
    XDG_CONFIG_HOME: join(folder, 'config'),
    ...env,
  });

// Each step needs the one before: this is one journey, told in its steps.
describe('from an empty folder to a published mini-app, with packages as they are published', () => {
  it(
    'miniapp create makes a project that installs',
    async () => {
      const tool = join(folder, 'tool');
      await mkdir(tool);
      const manifest = { private: true, dependencies: { '@host/cli': tarballs['@host/cli'] } };
      await writeFile(join(tool, 'package.json'), JSON.stringify(manifest));
      await installWith(tarballs, tool);
      const args = ['create', 'fresh', '--id', APP, '--name', 'Fresh'];
      await runCommand([join(tool, 'node_modules/.bin/miniapp'), ...args], folder, server.env);
      root = join(folder, 'fresh');
      await installWith(tarballs, root);
      const installed = await readFile(join(root, 'node_modules/@host/kit/package.json'), 'utf8');
      expect(JSON.parse(installed)).toMatchObject({
        exports: { '.': { default: './dist/index.js' } },
      });
    },
    PATIENCE_MS,
  );

  it(
    'type-checks untouched',
    async () => expect(await script('typecheck')).not.toContain('error'),
    PATIENCE_MS,
  );

  it(
    'passes its own test untouched',
    async () => expect(await script('test')).toMatch(/2 passed/),
    PATIENCE_MS,
  );

  it(
    'builds for ios, android and the web',
    async () => {
      for (const platform of ['ios', 'android', 'web']) {
        await script(`bundle:${platform}`);
        expect(await readdir(join(root, 'build', platform))).toEqual(
          expect.arrayContaining([
            'com_acme_fresh.container.js',
            'index.bundle',
            'mf-manifest.json',
          ]),
        );
      }
    },
    PATIENCE_MS,
  );

  it(
    'passes the check on V8 and on Hermes, for ios and android',
    async () => {
      const report = JSON.parse(await miniapp(['check', '--json'])) as {
        ok: boolean;
        findings: object[];
        runs: { platform: string; engine: string; ok: boolean; texts: string[] }[];
      };
      expect(report).toMatchObject({ ok: true, findings: [] });
      expect(report.runs.map(({ platform, engine, ok }) => [platform, engine, ok])).toEqual([
        ['ios', 'v8', true],
        ['ios', 'hermes', true],
        ['android', 'v8', true],
        ['android', 'hermes', true],
      ]);
      expect(report.runs.every(({ texts }) => texts.includes('Hello Ada'))).toBe(true);
    },
    PATIENCE_MS,
  );

  it(
    'is published and released to a real server',
    async () => {
      const args = ['publish', '--release', '100%', '--json'];
      expect(JSON.parse(await miniapp(args, server.env))).toMatchObject({
        ok: true,
        published: true,
        record: { verified: true, status: 'released' },
      });
    },
    PATIENCE_MS,
  );

  it.each(['ios', 'android'] as const)(
    'what a host downloads for %s runs on V8 and on Hermes',
    async (platform) => {
      const query = { platform, hostVersion: '1.0.0' };
      const { bundleUrl, version, permissions } = await server.client.resolve(APP, query);
      const archive = Buffer.from(await (await fetch(bundleUrl)).arrayBuffer());
      const dir = join(folder, 'downloaded', platform);
      await unzip(archive, dir);

      const path = join(root, 'node_modules/@host/headless-host/dist/index.js');
      const { runScenario } = (await import(pathToFileURL(path).href)) as typeof HeadlessHost;
      const host = JSON.parse(await readFile(join(root, 'fixtures.json'), 'utf8')) as object;
      for (const engine of ['v8', 'hermes'] as const) {
        const report = await runScenario({
          dir,
          platform,
          engine,
          manifest: { appId: APP, version, permissions },
          host,
          steps: [
            { waitForText: 'Hello Ada' },
            { press: 'Change something' },
            { press: 'Add to favourites' },
            { waitForText: 'Kept as a favourite' },
            { expectCall: { service: 'api', method: 'GET', path: '/fresh/items' } },
          ],
        });
        expect(report.errors).toEqual([]);
        expect(report.ok).toBe(true);
      }
    },
    PATIENCE_MS,
  );
});
