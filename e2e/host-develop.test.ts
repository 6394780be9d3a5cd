import { execFile } from 'node:child_process';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { type HostStep, type Screen, openHostBundle, runHostBundle } from '@host/headless-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type DevelopmentHost, buildDevelopmentHost } from './host/buildDevelopmentHost.ts';
import { serveFolder } from './host/serveFolder.ts';
import { type Carrier, startCarrier } from './host/startCarrier.ts';
import { type DevServer, startDevServer } from './host/startDevServer.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';

const HOST = fileURLToPath(new URL('../apps/host/', import.meta.url));
/** The server that the bundles were built for. */
const SERVER = 'http://localhost:8080';
const BUILD_MS = 1_200_000;
const PATIENT = { timeoutMs: 60_000 };
const LIMITS = { loadMs: 120_000, blockedMs: 120_000, runMs: 240_000, memoryMb: 1024 };
/** What somebody edits. */
const SCREEN = 'src/screens/PromosScreen.tsx';
const PLATFORMS = ['ios', 'android'] as const;
const DEVELOPMENT_BUILDS = (['the reference host', 'a host of npm create'] as const).flatMap(
  (which) => PLATFORMS.map((system) => ({ which, system })),
);
/** What the app shows when it is opened by itself. */
const HOME = 'Orders';
/** Another code, of an address that nobody serves. */
const ELSEWHERE = 'http://10.0.0.7:9002';
/** What the code that opens mini-apps in development asks the dev server for; nothing else of a host does. */
const ASKED_FIRST = '/project.json';
const REFUSED =
  'This build of the app is not for development. Mini-apps in development open in one that is.';

describe('a code that miniapp start shows', () => {
  let platform: Platform;
  let devServer: DevServer;
  let toPlatform: Carrier;
  let toDevServer: Carrier;
  let link: string;

  beforeAll(async () => {
    platform = await startPlatform();
    devServer = await startDevServer('promos');
    toPlatform = await startCarrier(platform.baseUrl);
    toDevServer = await startCarrier(devServer.address);
    link = linkOf(devServer.address);
  }, BUILD_MS);
  afterAll(async () => {
    await toDevServer?.stop();
    await toPlatform?.stop();
    await devServer?.stop();
    await platform?.stop();
  });

  const servers = () => ({
    [SERVER]: toPlatform.baseUrl,
    [platform.baseUrl]: toPlatform.baseUrl,
    [devServer.address]: toDevServer.baseUrl,
  });

  describe.each(DEVELOPMENT_BUILDS)(
    'scanned by a phone with $which, built for development ($system)',
    ({ which, system }) => {
      let host: DevelopmentHost;
      let chunks: Awaited<ReturnType<typeof serveFolder>>;
      let toChunks: Carrier;

      beforeAll(async () => {
        host = await buildDevelopmentHost(which, system);
        chunks = await serveFolder(host.folder);
        toChunks = await startCarrier(chunks.baseUrl);
      }, BUILD_MS);
      afterAll(async () => {
        await toChunks?.stop();
        await chunks?.stop();
        if (host) await rm(host.folder, { recursive: true, force: true });
      });

      const phone = () =>
        ({
          dir: host.folder,
          platform: system,
          component: 'host',
          limits: LIMITS,
        }) as const;

      it('finds in the app what can open it', async () => {
        expect(await readAll(host.folder)).toContain(ASKED_FIRST);
      });

      it('names the mini-app’s address, and opens it, again with every file that is saved', async () => {
        const shown = await openHostBundle({
          ...phone(),
          initialUrl: link,
          servers: { ...servers(), [host.origin]: toChunks.baseUrl },
        });
        try {
          await shown.waitForText('Open', PATIENT);
          expect(shown.tree()).toContain(devServer.address);
          await shown.press('Open');
          await shown.waitForText('Coffee beans, two for one', PATIENT);
          await shown.waitForText('Up to date', PATIENT);
          await devServer.edit(SCREEN, 'title={title}', 'title={`Now: ${title}`}');
          await untilShown(shown, 'Now: Coffee beans, two for one');
          await devServer.edit(SCREEN, 'title={`Now: ${title}`}', 'title={title}');
          await untilShown(shown, 'Coffee beans, two for one');
          expect(shown.errors()).toEqual([]);
        } finally {
          await shown.close();
        }
      }, 300_000);

      it('opens it in an app that is open already, and asks before it opens another', async () => {
        const shown = await openHostBundle({
          ...phone(),
          servers: { ...servers(), [host.origin]: toChunks.baseUrl },
        });
        try {
          await shown.waitForText(HOME, PATIENT);
          const before = toDevServer.paths.length;
          await shown.openLink(link);
          await shown.waitForText('Open', PATIENT);
          expect(shown.tree()).toContain(devServer.address);
          expect(toDevServer.paths.slice(before)).toEqual([]);
          await shown.press('Open');
          await shown.waitForText('Coffee beans, two for one', PATIENT);

          await shown.openLink(linkOf(ELSEWHERE));
          await shown.waitForText('Open', PATIENT);
          expect(shown.tree()).toContain(ELSEWHERE);
          expect(shown.texts()).not.toContain('Coffee beans, two for one');
          expect(shown.errors()).toEqual([]);
        } finally {
          await shown.close();
        }
      }, 300_000);

      /** With what the servers answered before, since Hermes has no network here. */
      const runOnHermes = (start: { initialUrl?: string }, ...firstSteps: HostStep[]) =>
        runHostBundle({
          ...phone(),
          ...start,
          // Both servers are asked how the mini-app is resolved.
          answers: {
            ...toPlatform.answers,
            ...toChunks.answers,
            ...answersOf(devServer.address, toDevServer),
          },
          steps: [
            ...firstSteps,
            { waitForText: 'Open', ...PATIENT },
            { press: 'Open' },
            { waitForText: 'Coffee beans, two for one', ...PATIENT },
          ],
        });

      it('does the same on Hermes, with what the servers answered', async () => {
        const { errors, texts } = await runOnHermes({ initialUrl: link });
        expect(errors).toEqual([]);
        expect(texts).toContain('Promos');
      }, 300_000);

      it('opens it in an app that is open already on Hermes, too', async () => {
        const { errors, texts } = await runOnHermes(
          {},
          { waitForText: HOME, ...PATIENT },
          { openLink: link },
        );
        expect(errors).toEqual([]);
        expect(texts).toContain('Promos');
      }, 300_000);
    },
  );

  describe.each(PLATFORMS)(
    'scanned by a phone with the reference host, built for people (%s)',
    (system) => {
      const dir = `${HOST}dist/${system}`;
      beforeAll(async () => {
        await promisify(execFile)(process.execPath, [`${HOST}build-steps/build.mjs`, system]);
      }, BUILD_MS);

      it('finds nothing in the app that could open it', async () => {
        expect(await readAll(dir)).not.toContain(ASKED_FIRST);
      });

      const open = (start: { initialUrl?: string }) =>
        openHostBundle({
          dir,
          platform: system,
          component: 'host',
          ...start,
          servers: servers(),
          limits: LIMITS,
        });

      async function expectRefused(shown: Screen, before: number): Promise<void> {
        await shown.waitForText(REFUSED, PATIENT);
        expect(await shown.queryByText('Open')).toBeUndefined();
        await shown.pause(10_000);
        expect(toDevServer.paths.slice(before)).toEqual([]);
        expect(shown.errors()).toEqual([]);
      }

      it('is refused, and nobody is asked for the mini-app', async () => {
        const before = toDevServer.paths.length;
        const shown = await open({ initialUrl: link });
        try {
          await expectRefused(shown, before);
        } finally {
          await shown.close();
        }
      }, 300_000);

      it('is refused by an app that is open already, too', async () => {
        const before = toDevServer.paths.length;
        const shown = await open({});
        try {
          await shown.waitForText(HOME, PATIENT);
          await shown.openLink(link);
          await expectRefused(shown, before);
        } finally {
          await shown.close();
        }
      }, 300_000);
    },
  );
});

/** The link in a code that leads to a dev server. */
function linkOf(address: string): string {
  return `host://develop?url=${encodeURIComponent(address)}`;
}

/** The code of a build. */
async function readAll(dir: string): Promise<string> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.bundle'));
  return (await Promise.all(files.map((name) => readFile(join(dir, name), 'utf8')))).join('\n');
}

/** Looks again while the dev server builds: that takes its time, which on the phone passes at once. */
async function untilShown(phone: Screen, text: string): Promise<void> {
  const look = async () => {
    await phone.pause(2000);
    return phone.texts();
  };
  await expect.poll(look, { timeout: PATIENT.timeoutMs, interval: 500 }).toContain(text);
}

/** What a server answered, by the address. */
function answersOf(origin: string, { answers }: Carrier): Carrier['answers'] {
  return Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => [call.replace(' ', ` ${origin}`), answer]),
  );
}
