import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { launchBrowser } from './launchBrowser.ts';
import { buildVersion } from './versions/buildVersion.ts';

const CHROMIUM = inject('chromiumPath');
const ORIGIN = 'https://host.example';
const NAME = 'com_example_orders';
const VERSIONS = ['1.0.0', '2.0.0'];
const nameOf = (version: string) => `${NAME}__${version.replaceAll('.', '_')}`;

describe.skipIf(CHROMIUM === undefined)('two versions of a mini-app in one page', () => {
  let folder = '';
  let browser: Browser | undefined;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'versions-'));
    for (const version of VERSIONS) await buildVersion(join(folder, version), version);
    browser = await launchBrowser(CHROMIUM!);
    page = await browser.newPage();
    await serve(page, folder);
    await page.goto(`${ORIGIN}/`);
    await page.addScriptTag({ content: await hostScript() });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('that are opened, and load a chunk of the same name, at the same moment each get their own', async () => {
    const remotes = VERSIONS.map((version) => [nameOf(version), `/${version}/mf-manifest.json`]);
    const seen = await page.evaluate(`(async () => {
      const open = async ([name, entry]) => {
        const { default: App, loadDetails } = await openVersion(name, entry);
        return { shows: App(), ...(await loadDetails()).seen() };
      };
      return Promise.all(${JSON.stringify(remotes)}.map(open));
    })()`);
    expect(seen).toEqual(
      VERSIONS.map((version) => ({ shows: version, version, sdkOf: nameOf(version) })),
    );
  });

  it('leave nothing behind once they are forgotten', async () => {
    const left = await page.evaluate(`(() => {
      for (const name of ${JSON.stringify(VERSIONS.map(nameOf))}) versions.forget(name);
      return Object.getOwnPropertyNames(globalThis).filter((name) => name.includes('${NAME}'));
    })()`);
    expect(left).toEqual([]);
  });
});

/** Serves the builds; the chunks wait for each other, so that they are under way at the same moment. */
async function serve(page: Page, folder: string): Promise<void> {
  const waiting: (() => void)[] = [];
  await page.route(`${ORIGIN}/**`, async (route) => {
    const [, version = '', file = ''] = new URL(route.request().url()).pathname.split('/');
    if (!VERSIONS.includes(version))
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    if (file.startsWith('details')) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === VERSIONS.length) for (const go of waiting) go();
      });
    }
    return route.fulfill({ path: join(folder, version, 'build/web', file) });
  });
}

async function hostScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('versions/hostPage.mjs', import.meta.url))],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}
