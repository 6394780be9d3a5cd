import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { Locator } from 'playwright-core';

import type { BuiltApp } from '../host-runtime/builtApp.ts';
import type { TestBed } from '../host-runtime/openHost.ts';
import type { Library } from './Library.types.ts';

export const PATIENCE_MS = 20_000;

/**
 * Opens what was built for the web in a frame, as for strangers, or in the host's page, as for trusted ones, and uses the
 * library as a person does. Resolves to why it does not show what it should.
 */
export async function showOnWeb(
  bed: TestBed,
  root: string,
  { press, shows, font, drawn }: Library,
  isolation: 'realm' | 'frame',
  patienceMs: number,
): Promise<string | undefined> {
  await bed.reset();
  const app = await readBuild(root);
  bed.registry.release(app, { isolation });
  const thrown: string[] = [];
  const context = await bed.browser.newContext({ viewport: { width: 1000, height: 1800 } });
  context.on('weberror', (error) => thrown.push(error.error().message));
  context.on('console', (line) => {
    if (line.type() === 'error') thrown.push(line.text());
  });
  const page = await bed.open({ apps: [app.manifest.appId] }, context);
  const view = page.getByTestId(app.manifest.appId);
  const inside = isolation === 'frame' ? view.frameLocator('iframe:not([hidden])') : view;
  const byText = (text: string) => inside.getByText(text, { exact: true }).first();
  try {
    if (press !== undefined) await byText(press).click({ timeout: patienceMs });
    await byText(shows).waitFor({ timeout: patienceMs });
    if (drawn !== undefined && !(await isThere(inside.locator(drawn).first(), patienceMs))) {
      return `it draws nothing in browsers: no ${drawn} is there`;
    }
    if (font === undefined || (await byText(shows).evaluate(hasFont, font))) return undefined;
    return `the page has no font ${font}`;
  } catch {
    // A frame tells nobody but its host what was thrown in it, and the host reports it.
    const reported = bed.registry.reports.map(({ message }) => message).filter(isText);
    const told = [...reported, ...thrown.filter((text) => !isFailureOfHost(text))];
    return told.find(Boolean) ?? `it does not show "${shows}"`;
  } finally {
    await context.close();
  }
}

async function isThere(locator: Locator, timeout: number): Promise<boolean> {
  return locator.waitFor({ state: 'attached', timeout }).then(
    () => true,
    () => false,
  );
}

/** What the host writes to the console of a failure says that there was one, and not why. */
const isFailureOfHost = (text: string) => text.startsWith('{"code":');

const isText = (value: unknown): value is string => typeof value === 'string';

interface WithFonts {
  fonts: { load(font: string): Promise<{ status: string }[]> };
}

/** Runs in the page. */
async function hasFont(element: unknown, name: string): Promise<boolean> {
  const { ownerDocument } = element as { ownerDocument: WithFonts };
  const faces = await ownerDocument.fonts.load(`12px "${name}"`);
  return faces.some(({ status }) => status === 'loaded');
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
