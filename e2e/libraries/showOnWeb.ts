import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { Page } from 'playwright-core';

import type { BuiltApp } from '../host-runtime/builtApp.ts';
import type { TestBed } from '../host-runtime/openHost.ts';
import type { Library } from './Library.types.ts';
import { BACK } from './useList.ts';

const PATIENCE_MS = 20_000;
type Isolation = 'realm' | 'frame';

/** A host in a browser with the web build of a batch in it. */
export interface WebHost {
  /** Uses a library as a person does; resolves to why it does not show what it should. */
  show(library: Library): Promise<string | undefined>;
  close(): Promise<void>;
}

export async function openWebHost(
  bed: TestBed,
  root: string,
  isolation: Isolation,
): Promise<WebHost> {
  await bed.reset();
  const app = await readBuild(root);
  bed.registry.release(app, { isolation });
  let page: Page | undefined;
  const thrown: string[] = [];

  async function openPage(): Promise<Page> {
    await page?.close();
    page = await bed.open({ apps: [app.manifest.appId] });
    thrown.length = 0;
    page.on('pageerror', ({ message }) => thrown.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error') thrown.push(line.text());
    });
    return page;
  }
  const current = async () => page ?? openPage();

  return {
    async show({ name, press, shows }) {
      const shown = await current();
      const view = shown.getByTestId(app.manifest.appId);
      const inside = isolation === 'frame' ? view.frameLocator('iframe[title="mini-app"]') : view;
      const byText = (text: string) => inside.getByText(text, { exact: true }).first();
      try {
        await byText(name).click({ timeout: PATIENCE_MS });
        if (press !== undefined) await byText(press).click({ timeout: PATIENCE_MS });
        await byText(shows).waitFor({ timeout: PATIENCE_MS });
        // What lies over everything would be in the way.
        await byText(BACK).dispatchEvent('click', undefined, { timeout: PATIENCE_MS });
        return undefined;
      } catch {
        const states = (await shown.evaluate('test.states')) as { failure?: object }[];
        const failure = states.findLast((state) => state.failure)?.failure;
        const why = thrown.find((line) => line !== '') ?? (failure && JSON.stringify(failure));
        page = await openPage();
        return why ?? `it does not show "${shows}"`;
      }
    },
    async close() {
      await page?.context().close();
    },
  };
}

async function readBuild(root: string): Promise<BuiltApp> {
  const manifest = JSON.parse(await readFile(join(root, 'manifest.json'), 'utf8')) as object;
  const output = join(root, 'build/web');
  const entries = await readdir(output, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => relative(output, join(entry.parentPath, entry.name)));
  const files = await Promise.all(names.map((name) => readFile(join(output, name))));
  return {
    manifest: manifest as BuiltApp['manifest'],
    files: new Map(names.map((name, index) => [name, files[index]!])),
  };
}
