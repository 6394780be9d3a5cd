import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createApiClient } from '@host/api-client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { linkModules } from '../scripts/build/exampleProject.mjs';
import { HostPage, expectShown } from './host/HostPage.ts';
import { MINIAPP } from './host/startDevServer.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('chromiumPath');
const README = fileURLToPath(new URL('../README.md', import.meta.url));

/** What the walk of the README gives the command as `name`: its arguments, without the comment. */
async function argumentsOf(name: string): Promise<string[]> {
  const text = await readFile(README, 'utf8');
  const walk = text.slice(text.indexOf('## Make a mini-app'));
  const [, line = ''] = new RegExp(`miniapp (${name} [^\\n#]*)`).exec(walk)!;
  return line.trim().split(/\s+/);
}

/** Runs the command `miniapp`; what it said. */
async function miniapp(args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env } };
  return (await promisify(execFile)(process.execPath, [MINIAPP, ...args], options)).stdout;
}

/** As Paper's bars do: a navigator of the host gives what a library in the mini-app asks for. */
const SAFE_AREA_SCREEN = `import { Text } from 'react-native';
import { useSafeAreaInsets } from 'react-native-safe-area-context';

export function HomeScreen() {
  const { top } = useSafeAreaInsets();
  return <Text>{\`The top is \${top} high\`}</Text>;
}
`;

describe.skipIf(CHROMIUM === undefined)('the walk of the README', () => {
  let platform: Platform;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walk-'));
    platform = await startPlatform();
    browser = await launchBrowser(CHROMIUM!);
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('ends with the new mini-app and its data on the screen, at the address that publishing prints', async () => {
    const identity = ['--id', 'com.acme.tickets', '--name', 'Tickets'];
    await miniapp(['create', 'tickets', ...identity], folder);
    const cwd = join(folder, 'tickets');
    await linkModules('orders', cwd);
    const token = (await readFile(join(platform.dataDir, 'admin-token'), 'utf8')).trim();
    const env = { MINIAPP_SERVER: platform.baseUrl, MINIAPP_TOKEN: token };
    // What the check finds has tests of its own, and takes a minute.
    const stdout = await miniapp([...(await argumentsOf('publish')), '--skip-check'], cwd, env);
    expect(stdout).toContain('Everybody gets it when they open com.acme.tickets next.');
    const [, address] = /opens at +(\S+)/.exec(stdout)!;
    expect(address).toBe(`${platform.baseUrl}/app/miniapp/com.acme.tickets`);

    // Whichever browser it is: each is an install of its own.
    for (const name of ['Ada', 'Hedy', 'Mary']) {
      const context = await browser.newContext();
      context.setDefaultTimeout(30_000);
      const host = new HostPage(await context.newPage(), platform.baseUrl);
      await host.page.goto(address!);
      await host.framedMiniApp.getByRole('button', { name: 'Sign in' }).click();
      await host.button('Create an account').click();
      await host.signUp(name);
      await host.button(`Continue as ${name}`).click();
      await expectShown(host.framedMiniApp.getByText('Get to know your mini-app'));
      await context.close();
    }
  }, 240_000);

  it('shows a mini-app whose libraries ask the host’s navigators for the safe area, in a frame and in the page', async () => {
    const identity = ['--id', 'com.acme.edges', '--name', 'Edges', '--template', 'blank'];
    await miniapp(['create', 'edges', ...identity], folder);
    const cwd = join(folder, 'edges');
    await linkModules('orders', cwd);
    await writeFile(join(cwd, 'src/screens/HomeScreen.tsx'), SAFE_AREA_SCREEN);
    const token = (await readFile(join(platform.dataDir, 'admin-token'), 'utf8')).trim();
    const env = { MINIAPP_SERVER: platform.baseUrl, MINIAPP_TOKEN: token };
    await miniapp(['publish', '--release', '100%', '--skip-check'], cwd, env);
    const client = createApiClient({ baseUrl: platform.baseUrl, token });
    for (const isolation of ['frame', 'realm'] as const) {
      await client.setIsolation('com.acme.edges', isolation);
      const context = await browser.newContext();
      const host = new HostPage(await context.newPage(), platform.baseUrl);
      await host.page.goto(`${platform.baseUrl}/app/miniapp/com.acme.edges`);
      const inside = isolation === 'frame' ? host.framedMiniApp : host.miniApp;
      await expectShown(inside.getByText('The top is 0 high'));
      await context.close();
    }
  }, 240_000);
});
