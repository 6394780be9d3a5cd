import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ADMIN_TOKEN } from '@host/server/testing';
import { describe, expect, inject, it } from 'vitest';

import { copyExample } from '../../scripts/build/exampleProject.mjs';
import { MINIAPP } from '../host/startDevServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const APP = 'com.example.promos';

describe.skipIf(CHROMIUM === undefined)('a console with an origin of its own', () => {
  const used = useConsole(CHROMIUM, {
    hasHost: true,
    isApart: true,
    fill: async ({ baseUrl }) => {
      const project = await mkdtemp(join(tmpdir(), 'preview-'));
      try {
        await copyExample('promos', project);
        const env = { ...process.env, MINIAPP_SERVER: baseUrl, MINIAPP_TOKEN: ADMIN_TOKEN };
        const args = [MINIAPP, 'publish', '--skip-check', '--fixtures', '--submit', 'The first'];
        await promisify(execFile)(process.execPath, args, { cwd: project, env });
      } finally {
        await rm(project, { recursive: true, force: true });
      }
    },
  });

  it(
    'tries a version with the data that it has, under the strict policy',
    { timeout: 120_000 },
    async () => {
      expect(new URL(used.consoleUrl).origin).not.toBe(new URL(used.baseUrl).origin);
      const console = await used.open(`/reviews/${APP}/1.0.0`);
      await console.button('Open 1.0.0').click();
      const frame = console.page.frameLocator('iframe:not([hidden])');
      await frame.getByText('Coffee beans, two for one').waitFor();
      expect(console.problems).toEqual([]);
    },
  );
});
