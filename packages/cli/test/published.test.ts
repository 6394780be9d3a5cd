import { execFile } from 'node:child_process';
import { access, copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import type * as HeadlessHost from '@host/headless-host';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { documentedBlock } from '../../../scripts/build/documentedBlock.ts';
import { shellCommands } from '../../../scripts/build/shellCommands.mjs';
import { PACKED_FOLDER, packPackages } from '../../../scripts/pack/packPackages.mjs';
import { canInstall } from '../../../scripts/services/canInstall.ts';
import { npmOfStranger } from '../../../scripts/services/npmOfStranger.ts';
import { type TestServer, startTestServer } from '../src/testing/startTestServer.ts';
import { temporaryFolder } from '../src/testing/temporaryFolder.ts';
import { measureFolder } from '../../../scripts/services/measureFolder.ts';
import { PACKAGE_MANAGERS, type PackageManager } from './published/packageManagers.ts';
import { runCommand } from './published/runCommand.ts';
import { unzip } from './published/unzip.ts';

const PATIENCE_MS = 10 * 60_000;
const MB = 1024 * 1024;
/** What a project may come to with npm. */
const MAX_PROJECT = { bytes: 260 * MB, packages: 180 };

const isTested = await canInstall();

let folder: string;
let server: TestServer;
let registry: string;

beforeAll(async () => {
  if (!isTested) return;
  await packPackages();
  folder = await temporaryFolder('published');
  server = await startTestServer({ PACKAGES_DIR: PACKED_FOLDER });
  registry = `${server.url}/npm/`;
}, PATIENCE_MS);
afterAll(async () => {
  if (isTested) await server.close();
});

// Each step needs the one before: this is one journey, told in its steps.
describe.each(isTested ? PACKAGE_MANAGERS : [])(
  'from an empty folder to a published mini-app with $name',
  ({ name, create, install, miniapp }: PackageManager) => {
    const appId = `com.acme.by${name}`;
    const root = () => join(folder, `by${name}`);
    const asStranger = (own: string) =>
      npmOfStranger(join(folder, own), join(inject('sharedFolder'), 'npm-answers'));
    const run = (command: [string, ...string[]], more: NodeJS.ProcessEnv = {}) =>
      runCommand(command, root(), { XDG_CONFIG_HOME: join(folder, 'config'), ...more });

    it(
      'makes a project that gets our packages from the server alone',
      async () => {
        const args = ['--id', appId, '--name', `By ${name}`];
        // npm notes where it found a package, unless it is told not to: either way the command has to know.
        for (const omitted of ['false', 'true']) {
          await rm(root(), { recursive: true, force: true });
          await runCommand(create(`by${name}`, args, registry), folder, {
            ...(await asStranger(`${name}-${omitted}`)),
            npm_config_omit_lockfile_registry_resolved: omitted,
          });
          const settings = await readFile(join(root(), '.npmrc'), 'utf8');
          expect(settings).toContain(`@host:registry=${registry}\n`);
        }
        expect(await readFile(join(root(), '.yarnrc.yml'), 'utf8')).toContain(registry);
        await access(join(root(), '.git'));
      },
      PATIENCE_MS,
    );

    it(
      'installs it',
      async () => {
        await run(install, await asStranger(`${name}-install`));
        const installed = await readFile(
          join(root(), 'node_modules/@host/kit/package.json'),
          'utf8',
        );
        expect(JSON.parse(installed)).toMatchObject({
          exports: { '.': { default: './dist/index.js' } },
        });
      },
      PATIENCE_MS,
    );

    it(
      'passes the check on V8 and on Hermes, for ios and android',
      async () => {
        const report = JSON.parse(jsonIn(await run([...miniapp, 'check', '--json']))) as {
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
      'builds it for the web',
      async () => {
        await run([...miniapp, 'bundle', '--platform', 'web']);
        expect(await readdir(join(root(), 'build/web'))).toEqual(
          expect.arrayContaining([`com_acme_by${name}.container.js`, 'mf-manifest.json']),
        );
      },
      PATIENCE_MS,
    );

    it.skipIf(process.getuid?.() !== 0)(
      'works without a network once it is installed: types, build and test',
      async () => {
        // A network of its own, in which nothing is reached. The programs of the project, as its scripts name them.
        const alone = (command: string) =>
          run(['unshare', '--net', 'sh', '-ec', `PATH="$PWD/node_modules/.bin:$PATH"; ${command}`]);
        const { scripts } = JSON.parse(await readFile(join(root(), 'package.json'), 'utf8')) as {
          scripts: Record<'typecheck' | 'test' | 'bundle:android', string>;
        };
        await alone(scripts.typecheck);
        expect(await alone(scripts.test)).toMatch(/Tests.*passed/);
        await alone(scripts['bundle:android']);
        await access(join(root(), 'build/android'));
      },
      PATIENCE_MS,
    );

    it(
      'publishes it, and the version is registered and released',
      async () => {
        const args = ['publish', '--release', '100%', '--json'];
        const report = JSON.parse(jsonIn(await run([...miniapp, ...args], server.env))) as object;
        expect(report).toMatchObject({
          ok: true,
          published: true,
          record: { verified: true, status: 'released' },
        });
        const query = { platform: 'ios', hostVersion: '1.0.0' } as const;
        expect(await server.client.resolve(appId, query)).toMatchObject({ version: '0.1.0' });
      },
      PATIENCE_MS,
    );
  },
);

/**
 * Yarn looks at the packages of every platform, also those that it does not install, and not every registry that a machine
 * is set to has them all. So it installs what mini-apps import, by the settings of a project.
 */
describe.runIf(isTested)('Yarn', () => {
  it(
    'installs our packages by the settings of a new project',
    async () => {
      const root = join(folder, 'byyarn');
      await mkdir(root);
      await copyFile(join(folder, 'bynpm/.yarnrc.yml'), join(root, '.yarnrc.yml'));
      const dependencies = { '@host/miniapp-sdk': '^0.1.0', react: '19.2.3' };
      await writeFile(join(root, 'package.json'), JSON.stringify({ private: true, dependencies }));
      const npmSetting = async (name: string) =>
        (await promisify(execFile)('npm', ['config', 'get', name])).stdout.trim();
      const authorities = await npmSetting('cafile');
      const yarn = ['npx', '--yes', '--package', '@yarnpkg/cli-dist@4.18.1', 'yarn'] as const;
      await runCommand([...yarn, 'install'], root, {
        // It asks a registry of its own by default, and not the one that this machine is set to.
        YARN_NPM_REGISTRY_SERVER: await npmSetting('registry'),
        ...(authorities !== 'null' && { YARN_HTTPS_CA_FILE_PATH: authorities }),
        // What an earlier run found has the same names and versions.
        YARN_GLOBAL_FOLDER: join(folder, 'yarn'),
        YARN_ENABLE_TELEMETRY: '0',
        YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      });
      expect(await readdir(join(root, 'node_modules/@host'))).toEqual(['contracts', 'miniapp-sdk']);
    },
    PATIENCE_MS,
  );
});

describe.runIf(isTested)('a project that npm installed', () => {
  const root = () => join(folder, 'bynpm');

  it(
    'type-checks untouched, and passes its own test, by the commands of its README',
    async () => {
      const block = await documentedBlock(
        'packages/cli/templates/shared/README.md',
        'sh',
        'npm run typecheck',
      );
      expect(await readFile(join(root(), 'README.md'), 'utf8')).toContain(block);
      const { scripts } = JSON.parse(await readFile(join(root(), 'package.json'), 'utf8')) as {
        scripts: Record<string, string>;
      };
      const named = shellCommands(block).map(([, ...words]) => words);
      expect(new Set(shellCommands(block).map(([program]) => program))).toEqual(new Set(['npm']));
      const nameOf = (words: string[]) => words.find((word) => word !== 'run')!;
      // It is installed; and what these stand for was run above, or keeps running.
      const ofCommand = ['start', 'check', 'publish'];
      const isRunHere = (words: string[]) => !['install', ...ofCommand].includes(nameOf(words));
      expect(named.map(nameOf)).toEqual(expect.arrayContaining(ofCommand));
      for (const name of ofCommand) expect(scripts[name]).toBe(`miniapp ${name}`);
      const said: string[] = [];
      for (const words of named.filter(isRunHere)) {
        said.push(await runCommand(['npm', ...words], root()));
      }
      expect(said.join('')).toMatch(/3 passed/);
    },
    PATIENCE_MS,
  );

  it('is small, and has nothing that hosts are made of', async () => {
    const { bytes, packages } = await measureFolder(join(root(), 'node_modules'));
    expect(packages.length).toBeLessThanOrEqual(MAX_PROJECT.packages);
    expect(bytes).toBeLessThanOrEqual(MAX_PROJECT.bytes);
    for (const host of ['@host/host-runtime', '@host/push']) {
      expect(packages).not.toContain(host);
    }
  });

  it('has a lock file without addresses', async () => {
    expect(await readFile(join(root(), 'package-lock.json'), 'utf8')).not.toMatch(/"resolved"/);
  });

  it.each(['ios', 'android'] as const)(
    'what a host downloads for %s runs on V8 and on Hermes',
    async (platform) => {
      const query = { platform, hostVersion: '1.0.0' };
      const resolution = await server.client.resolve('com.acme.bynpm', query);
      const archive = Buffer.from(await (await fetch(resolution.bundleUrl)).arrayBuffer());
      const dir = join(folder, 'downloaded', platform);
      await unzip(archive, dir);

      const path = join(root(), 'node_modules/@host/headless-host/dist/index.js');
      const { runScenario } = (await import(pathToFileURL(path).href)) as typeof HeadlessHost;
      const host = JSON.parse(await readFile(join(root(), 'fixtures.json'), 'utf8')) as object;
      const { version, permissions } = resolution;
      for (const engine of ['v8', 'hermes'] as const) {
        const report = await runScenario({
          dir,
          platform,
          engine,
          manifest: { appId: 'com.acme.bynpm', version, permissions },
          host,
          steps: [
            { waitForText: 'Hello Ada' },
            { press: 'Change something' },
            { press: 'Add to favourites' },
            { waitForText: 'Kept as a favourite' },
            { expectCall: { service: 'api', method: 'GET', path: '/bynpm/items' } },
          ],
        });
        expect(report.errors).toEqual([]);
        expect(report.ok).toBe(true);
      }
    },
    PATIENCE_MS,
  );
});

/** A package manager may say something before what the command prints. */
function jsonIn(output: string): string {
  return output.slice(output.indexOf('{'));
}
