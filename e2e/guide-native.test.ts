import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openHostBundle, runHostBundle } from '@host/headless-host';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { canInstall } from '../scripts/services/canInstall.ts';
import { npmOfStranger } from '../scripts/services/npmOfStranger.ts';
import { PACKED_FOLDER, packPackages } from '../scripts/pack/packPackages.mjs';
import { Guide, follow } from './docs/Guide.ts';
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
  { section: 'A new app', component: 'host', presses: ['Promos'] },
  { section: 'An app with React Native', component: 'Shop', presses: [] },
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
  ({ section, component, presses }) => {
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
