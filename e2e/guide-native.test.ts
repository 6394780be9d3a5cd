import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openHostBundle, runHostBundle } from '@host/headless-host';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { documentedBlock } from '../scripts/build/documentedBlock.ts';
import { shellCommands } from '../scripts/build/shellCommands.mjs';
import { canInstall } from '../scripts/services/canInstall.ts';
import { npmOfStranger } from '../scripts/services/npmOfStranger.ts';
import { PACKED_FOLDER, packPackages } from '../scripts/pack/packPackages.mjs';
import { Guide, follow } from './docs/Guide.ts';
import { nativeSetUp } from './docs/nativeSetUp.ts';
import { projectFiles } from './docs/projectFiles.ts';
import { Terminal } from './docs/Terminal.ts';
import { type Carrier, startCarrier } from './host/startCarrier.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';

const PATIENCE_MS = 30 * 60_000;
const PATIENT = { timeoutMs: 60_000 };
const LIMITS = { loadMs: 120_000, blockedMs: 120_000, runMs: 240_000 };
const OPENED = 'Coffee beans, two for one';

/** What the code that opens mini-apps in development asks a dev server for; nothing else of a host does. */
const ASKED_IN_DEVELOPMENT = '/project.json';

const isTested = await canInstall();

/** The sections that lead to a host on React Native, and what it takes there from its start to an open mini-app. */
const GUIDES = [
  {
    section: 'A new app',
    project: 'Acme',
    component: 'host',
    again: await documentedBlock('packages/native-project/README.md', 'sh', 'npx host-native\n'),
    // It has none until somebody adds them.
    push: false,
    ignored: ['ios', 'android', 'build', 'node_modules'],
    presses: ['Promos'],
  },
  {
    section: 'An app with React Native',
    project: 'Shop',
    component: 'Shop',
    again: await documentedBlock(
      'packages/native-project/README.md',
      'sh',
      'npx host-native apply',
    ),
    push: true,
    // It keeps its native projects.
    ignored: ['build', 'node_modules'],
    presses: [],
  },
] as const;

let platform: Platform;
let guide: Guide;

beforeAll(async () => {
  if (!isTested) return;
  await packPackages();
  platform = await startPlatform({ PACKAGES_DIR: PACKED_FOLDER });
  guide = await Guide.open(platform.baseUrl, 'embed/');
}, PATIENCE_MS);
afterAll(() => platform?.stop());

// Nothing but what the site says: each step needs the one before.
describe.runIf(isTested).each(GUIDES)(
  'a host that is made by following "$section"',
  ({ section, project, component, again, push, ignored, presses }) => {
    let folder: string;
    let terminal: Terminal;
    let carrier: Carrier;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'guide-native-'));
      terminal = new Terminal(
        folder,
        await npmOfStranger(folder, join(inject('sharedFolder'), 'npm-answers')),
      );
      carrier = await startCarrier(platform.baseUrl);
    });
    afterAll(async () => {
      await carrier?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it(
      'is installed and bundled',
      () => expect(follow(guide.section(section), terminal)).resolves.toBeUndefined(),
      PATIENCE_MS,
    );

    it('has native projects that are set up as the guide and the pages behind it say', async () => {
      expect(await nativeSetUp(terminal.cwd, project)).toEqual({
        ios: {
          identifiers: ['com.acme.shop', 'com.acme.shop'],
          push: push ? 'development' : undefined,
          backgroundModes: push ? ['remote-notification'] : undefined,
          transport: { NSAllowsArbitraryLoads: false, NSAllowsLocalNetworking: true },
          asksFor: [],
          schemes: ['shop'],
          handsLinksOn: 2,
          component,
          bundleCommand: 'bundle',
        },
        android: {
          applicationId: 'com.acme.shop',
          permissions: push
            ? ['INTERNET', 'POST_NOTIFICATIONS', 'SCHEDULE_EXACT_ALARM']
            : ['INTERNET'],
          channel: push ? 'default' : null,
          schemes: ['shop'],
          exported: ['.MainActivity'],
          backup: 'false',
          // React Native's Gradle plugin fills it in: true for debug builds.
          http: '${usesCleartextTraffic}',
          component,
          bundleCommand: 'bundle',
        },
      });
    });

    it('has what is made of it left out of its repository', async () => {
      await terminal.run('git init --quiet\n');
      const said = await terminal.run('git check-ignore ios android build node_modules\n');
      expect(said.trim().split('\n')).toEqual(ignored);
    });

    it(`is not changed by \`${again.trim()}\` a second time`, async () => {
      const before = await projectFiles(terminal.cwd);
      expect(Object.keys(before).length).toBeGreaterThan(30);
      await terminal.run(again);
      expect(await projectFiles(terminal.cwd)).toEqual(before);
    }, 120_000);

    // An existing app keeps a README of its own: there is nothing to look at then, and so nothing is skipped.
    it.each(section === 'A new app' ? [section] : [])(
      'does what its README says by scripts of its own, and its types fit',
      async () => {
        const block = await documentedBlock(
          'packages/create-host/template/README.md',
          'sh',
          'npm run bundle:android',
        );
        expect(await readFile(join(terminal.cwd, 'README.md'), 'utf8')).toContain(block);
        const { scripts } = JSON.parse(
          await readFile(join(terminal.cwd, 'package.json'), 'utf8'),
        ) as { scripts: Record<string, string> };
        const guided = shellCommands(
          guide
            .section(section)
            .map(({ text }) => text)
            .join(''),
        );
        // A phone, its SDK or a Mac is what these need.
        const notHere = ['react-native run-android', 'react-native run-ios'];
        const known = [...guided.map((words) => words.join(' ')), ...notHere];
        const named = shellCommands(block).filter(([program]) => program === 'npm');
        expect(named.map(([, verb, script]) => script ?? verb)).toEqual([
          'install',
          'native',
          'bundle:android',
          'android',
          'ios',
        ]);
        for (const [, , script] of named.filter(([, verb]) => verb === 'run')) {
          expect(known, script).toContain(scripts[script!]);
        }
        await terminal.run('npm run typecheck\n');
      },
      PATIENCE_MS,
    );

    it.each(['ios', 'android'])(
      'has nothing for mini-apps in development in its bundle for %s, which is for people',
      async (system) => {
        const bundle = await readFile(join(terminal.cwd, 'build', system, 'index.bundle'), 'utf8');
        expect(bundle).toContain('/v1/mini-programs');
        expect(bundle).not.toContain(ASKED_IN_DEVELOPMENT);
      },
    );

    it.each(['ios', 'android'] as const)(
      'opens a mini-app of the server with its bundle for %s, on V8 and on Hermes',
      async (system) => {
        const bundle = {
          dir: join(terminal.cwd, 'build', system),
          platform: system,
          component,
          limits: LIMITS,
        };
        const host = await openHostBundle({
          ...bundle,
          servers: { [platform.baseUrl]: carrier.baseUrl },
        });
        try {
          for (const title of presses) {
            await host.waitForText(title, PATIENT);
            await host.press(title);
          }
          await host.waitForText(OPENED, PATIENT);
          expect(host.errors()).toEqual([]);
        } finally {
          await host.close();
        }

        const { errors, texts } = await runHostBundle({
          ...bundle,
          // Hermes has no network here: it is told what the server answered before.
          answers: carrier.answers,
          steps: [
            ...presses.flatMap((title) => [{ waitForText: title, ...PATIENT }, { press: title }]),
            { waitForText: OPENED, ...PATIENT },
          ],
        });
        expect(errors).toEqual([]);
        expect(texts).toContain(OPENED);
      },
      PATIENCE_MS,
    );
  },
);
