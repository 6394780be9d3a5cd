import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ADMIN_TOKEN } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { copyExample } from '../../scripts/build/exampleProject.mjs';
import { HostPage } from '../host/HostPage.ts';
import { MINIAPP } from '../host/startDevServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const APP = 'com.example.promos';
const SCREEN = 'src/screens/PromosScreen.tsx';

describe.skipIf(CHROMIUM === undefined)('a mini-app that crashes in a browser', () => {
  const used = useConsole(CHROMIUM, { hasHost: true });
  let project: string;
  let crashLine: number;
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'stacks-'));
    await copyExample('promos', project);
    const lines = (await readFile(join(project, SCREEN), 'utf8')).split('\n');
    const first = lines.findIndex((line) => line.includes('useMessages(TEXTS)'));
    lines.splice(first, 0, `  if (Date.now() > 0) throw new RangeError('No promo today');`);
    crashLine = first + 1;
    await writeFile(join(project, SCREEN), lines.join('\n'));
    await promisify(execFile)(
      process.execPath,
      [MINIAPP, 'publish', '--release', '100%', '--skip-check'],
      {
        cwd: project,
        env: { ...process.env, MINIAPP_SERVER: used.baseUrl, MINIAPP_TOKEN: ADMIN_TOKEN },
      },
    );
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  it.each(['frame', 'realm'] as const)(
    'in a %s is shown with its stack in the source',
    async (isolation) => {
      await used.client.setIsolation(APP, isolation);
      const seen = new Set((await used.client.listCrashes({})).items.map(({ place }) => place));
      // Somebody else each time: of one install, one crash of a version is kept.
      const context = await used.context.browser()!.newContext();
      await HostPage.open(context, used.baseUrl, `miniapp/${APP}`);
      const newest = async () =>
        (await used.client.listCrashes({})).items.find(({ place }) => !seen.has(place));
      await expect.poll(newest).toMatchObject({ message: 'No promo today' });
      await context.close();
      const { place } = (await newest())!;
      const { stack } = await used.client.getCrash(APP, place);
      expect(stack).toMatchObject({ platform: 'web', mapping: 'applied' });
      expect(stack!.frames[0]!.source).toMatchObject({
        file: expect.stringMatching(/src\/screens\/PromosScreen\.tsx$/),
        line: crashLine,
      });
      const shown = await used.open(`/crashes/${APP}/${place}`);
      await shown.page.getByText(new RegExp(`PromosScreen\\.tsx:${crashLine}:`)).waitFor();
    },
  );
});
