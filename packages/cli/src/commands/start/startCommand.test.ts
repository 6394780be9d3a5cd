import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';

import { createApiClient } from '@host/api-client';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { buildOnce } from '../../testing/buildOnce.ts';
import {
  babelConfig,
  babelPlugin,
  configureProject,
  putFile,
  putPaths,
} from '../../testing/configureProject.ts';
import { edit } from '../../testing/edit.ts';
import { linkProject } from '../../testing/linkProject.ts';
import { miniapp } from '../../testing/miniapp.ts';

const POLL = { timeout: 15_000 };
/** With another configuration another process builds, from nothing. */
const REBUILT = { timeout: 45_000 };

let root: string;
let child: ChildProcessWithoutNullStreams;
let url: string;
let output = '';

beforeAll(async () => {
  root = await linkProject();
  ({ child, output } = await startServer());
  url = `http://localhost:${portIn(output)}`;
}, 120_000);
afterAll(() => void child.kill('SIGKILL'));

/** Starts the command in the project; resolves once it has said where it listens. */
async function startServer(...args: string[]) {
  const main = await buildOnce();
  const started = spawn(process.execPath, [main, 'start', '--port', '0', '--json', ...args], {
    cwd: root,
  });
  let text = '';
  started.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  while (!text.includes('\n}\n')) await once(started.stdout, 'data');
  return { child: started, output: text };
}

const portIn = (text: string) => (JSON.parse(text) as { port: number }).port;

describe('miniapp start', () => {
  it('listens on port 9002 when none is named', async () => {
    const other = createServer();
    other.on('error', () => undefined);
    // Whoever has it, it is taken then.
    await new Promise((resolve) => {
      other.once('error', resolve);
      other.listen(9002, '127.0.0.1', () => resolve(undefined));
    });
    const { code, stderr } = await miniapp(['start'], { cwd: root });
    other.close();
    expect(stderr).toContain('Port 9002 is taken.');
    expect(code).toBe(1);
  });

  it('says what is wrong with a scheme before it starts', async () => {
    const { code, stderr } = await miniapp(['start', '--scheme', 'Acme'], { cwd: root });
    expect(stderr).toContain('--scheme Acme is no scheme of a host app.');
    expect(code).toBe(2);
  });

  it('says in JSON where it listens, once, and nothing else', () => {
    expect(JSON.parse(output)).toMatchObject({
      ok: true,
      addresses: [url],
      manifest: { appId: 'com.acme.sample' },
    });
  });

  it.each(['web', 'ios'])('serves %s at the address that a host enters', async (platform) => {
    const response = await fetch(`${url}/${platform}/mf-manifest.json`);
    const manifest = (await response.json()) as {
      name: string;
      metaData: { remoteEntry: { name: string } };
    };
    expect(manifest.name).toBe('com_acme_sample');
    const entry = await fetch(`${url}/${platform}/${manifest.metaData.remoteEntry.name}`);
    expect(entry.headers.get('content-type')).toContain('text/javascript');
    expect(await entry.text()).toContain('com_acme_sample');
  });

  it.each(['web', 'ios'] as const)(
    'answers a host that asks for %s as the registry does, each build as another version',
    async (platform) => {
      const client = createApiClient({ baseUrl: url });
      const host = { platform, hostVersion: '1.0.0' };
      const resolve = () => client.resolve('com.acme.sample', host);
      // What was saved last may still be built, and then there is another archive at the same address.
      let first = await resolve();
      let archive = await (await fetch(first.bundleUrl)).arrayBuffer();
      for (let next = await resolve(); next.version !== first.version; next = await resolve()) {
        first = next;
        archive = await (await fetch(first.bundleUrl)).arrayBuffer();
      }
      expect(first).toMatchObject({ name: 'Sample', platform, isolation: 'frame' });
      const digest = createHash('sha256').update(Buffer.from(archive)).digest('hex');
      expect([archive.byteLength, digest]).toEqual([first.size, first.sha256]);
      const { files } = await client.listFiles('com.acme.sample', first.version, platform);
      expect(files.map(({ path }) => path)).toContain('mf-manifest.json');
      expect((await resolve()).version).toBe(first.version);

      await edit(root, 'src/components/Greeting.tsx', 'Here is what', 'Here is now what');
      await expect.poll(async () => (await resolve()).version, POLL).not.toBe(first.version);
      await edit(root, 'src/components/Greeting.tsx', 'Here is now what', 'Here is what');
      await expect(client.resolve('com.acme.other', host)).rejects.toMatchObject({ status: 404 });
      await expect(client.listFiles('com.acme.sample', '0.0.1', platform)).rejects.toMatchObject({
        status: 404,
      });
    },
  );

  it('answers only to names of this machine, and shows its files to no other page', async () => {
    expect(await statusFor('/', { host: 'evil.example' })).toBe(403);
    expect(await statusFor('/', { host: 'localhost:9002' })).toBe(200);
    const ask = async (origin: string) =>
      (await fetch(`${url}/web/mf-manifest.json`, { headers: { origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await ask('https://evil.example')).toBeNull();
    expect(await ask('http://localhost:8080')).toBe('http://localhost:8080');
  });

  it('lets no page of another site run its scripts as that page’s own', async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${url}${path}`)).headers.get('cross-origin-resource-policy');
    expect(await policyOf('/web/com_acme_sample.container.js')).toBe('same-site');
    expect(await policyOf('/page/host.js')).toBe('same-site');
    // A host shows it in its bar, wherever that host is.
    expect(await policyOf('/icon')).toBe('cross-origin');
  });

  it('serves nothing of the project but what was built', async () => {
    for (const path of ['/web/../../../../package.json', '/web/%2e%2e/%2e%2e/x', '/package.json']) {
      expect(await statusFor(path, {}), path).toBe(404);
    }
  });

  it('tells open pages of a saved file, and of a mistake in it', async () => {
    const events = listenToEvents();
    expect(await events.next()).toMatchObject({ type: 'built' });
    await edit(root, 'src/components/Greeting.tsx', 'Here is what is new.', 'Changed.');
    expect(await events.until('built')).toMatchObject({ type: 'built' });
    expect(await (await fetch(`${url}/web/__federation_expose_App.chunk.js`)).text()).toBeDefined();

    await edit(root, 'src/components/Greeting.tsx', '<Text muted>', '<Text muted');
    const failed = await events.until('failed');
    expect(failed).toMatchObject({ problems: [{ file: 'src/components/Greeting.tsx' }] });
    expect((await fetch(`${url}/web/mf-manifest.json`)).status).toBe(500);
    await edit(root, 'src/components/Greeting.tsx', '<Text muted', '<Text muted>');
    expect(await events.until('built')).toMatchObject({ type: 'built' });
    events.close();
  });

  describe('takes over a change of the configuration while it runs:', () => {
    const code = async () => (await fetch(`${url}/web/__federation_expose_App.chunk.js`)).text();
    beforeAll(() => configureProject(root));

    it('one that was added', async () => {
      for (const shown of ['hello', 'vanilla', 'babel one', 'first path']) {
        await expect.poll(code, REBUILT).toContain(shown);
      }
    });

    it.each<[what: string, change: () => Promise<void>, shows: string]>([
      [
        'an alias',
        () => edit(root, 'rspack.config.mjs', 'words/english.ts', 'words/german.ts'),
        'hallo',
      ],
      [
        'a file that it imports',
        () => edit(root, 'config/flavour.mjs', 'vanilla', 'strawberry'),
        'strawberry',
      ],
      [
        'that of Babel',
        () => putFile(root, 'babel.config.cjs', babelConfig('babel two')),
        'babel two',
      ],
      [
        'a plugin that it names',
        () => putFile(root, 'config/plugin.cjs', babelPlugin('plugin two')),
        'plugin two',
      ],
      ['paths in tsconfig.json', () => putPaths(root, 'other'), 'second path'],
    ])('%s', async (_, change, shows) => {
      expect(await code()).not.toContain(shows);
      await change();
      await expect.poll(code, REBUILT).toContain(shows);
    });

    it('a mistake, which it shows, and the correction', async () => {
      const events = listenToEvents();
      await events.next();
      await edit(root, 'rspack.config.mjs', 'export default', 'exprt default');
      expect(await events.until('failed')).toMatchObject({ type: 'failed' });
      expect((await fetch(`${url}/web/mf-manifest.json`)).status).toBe(500);
      await edit(root, 'rspack.config.mjs', 'exprt default', 'export default');
      expect(await events.until('built')).toMatchObject({ changed: ['rspack.config.mjs'] });
      events.close();
    });
  });

  it('says that the port is taken', async () => {
    const { port } = new URL(url);
    const { code, stderr } = await miniapp(['start', '--port', port], { cwd: root });
    expect(stderr).toContain(`✖ Port ${port} is taken.\n`);
    expect(code).toBe(1);
  });

  describe.skipIf(inject('chromiumPath') === undefined)('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({
        executablePath: inject('chromiumPath')!,
        args: ['--no-sandbox'],
      });
    });
    afterAll(() => browser.close());

    it('shows the mini-app in a host frame, with the host’s switches and live reload', async () => {
      const page = await browser.newPage();
      const mistakes: string[] = [];
      page.on('pageerror', (error) => mistakes.push(error.message));
      await page.goto(url);
      const screen = page.frameLocator('#screen');
      await screen.getByText('Hello Ada').waitFor();
      await page.getByText('GET /sample/items').waitFor();

      await screen.getByText('Change something').click();
      await screen.getByText('Add to favourites').click();
      await screen.getByText('Kept as a favourite').waitFor();
      await page.getByRole('button', { name: 'Dark' }).click();
      await expect
        .poll(() => screen.locator('body').evaluate((body) => (body as unknown as Body).innerHTML))
        .toContain('rgb(16, 20, 27)');

      await page.getByRole('combobox', { name: 'The person' }).selectOption('signed-out');
      await page.getByRole('button', { name: 'Reload' }).click();
      await screen.getByText('Sign in to go on').waitFor();
      await screen.getByRole('button', { name: 'Sign in' }).click();
      await screen.getByText('★ Favourite').waitFor();

      await edit(root, 'src/components/Greeting.tsx', 'Changed.', 'Seen at once.');
      await screen.getByText('Seen at once.').waitFor();

      await edit(root, 'src/components/Greeting.tsx', '</View>', '</Viw>');
      await page.getByText('The build failed').waitFor();
      await edit(root, 'src/components/Greeting.tsx', '</Viw>', '</View>');
      await screen.getByText('Seen at once.').waitFor();
      await expect.poll(() => page.locator('#overlay').isHidden()).toBe(true);
      expect(mistakes).toEqual([]);
    });

    it('shows alerts, and says what links it does not open', async () => {
      const file = 'src/components/Greeting.tsx';
      const before = '<Text muted>';
      const after = `<Text muted onPress={() => Alert.alert('Leave?', 'For good', [
        { text: 'Stay', style: 'cancel' },
        { text: 'Leave', onPress: () => void Linking.openURL('https://elsewhere.example') },
      ])}>`;
      await edit(root, file, before, after);
      await edit(root, file, 'import { View }', 'import { Alert, Linking, View }');
      const page = await browser.newPage();
      await page.goto(url);
      const screen = page.frameLocator('#screen');
      await screen.getByText('Seen at once.').click();
      const alert = screen.getByRole('alertdialog', { name: 'Leave?' });
      await alert.getByText('For good').waitFor();
      await alert.getByRole('button', { name: 'Stay' }).click();
      await alert.waitFor({ state: 'detached' });
      await screen.getByText('Seen at once.').click();
      await alert.getByRole('button', { name: 'Leave' }).click();
      const overlay = page.locator('#overlay');
      await overlay
        .getByText('Linking.openURL("https://elsewhere.example") opens nothing')
        .waitFor();
      expect(page.context().pages()).toHaveLength(1);
      await edit(root, file, after, before);
      await edit(root, file, 'import { Alert, Linking, View }', 'import { View }');
    });

    it('names a mistake in the fixtures, and starts once it is corrected', async () => {
      await edit(root, 'fixtures.json', '"api":', '"api"');
      const page = await browser.newPage();
      await page.goto(url);
      const overlay = page.locator('#overlay');
      await overlay.getByText('fixtures.json cannot be used: it is not JSON').waitFor();
      await edit(root, 'fixtures.json', '"api"', '"api":');
      await page.frameLocator('#screen').getByText('Change something').waitFor();
      await expect.poll(() => overlay.isHidden()).toBe(true);
    });

    it('refuses what the manifest does not declare, as a host would', async () => {
      await edit(root, 'manifest.json', '"network"', '"push"');
      const page = await browser.newPage();
      await page.goto(url);
      const screen = page.frameLocator('#screen');
      const shows = (text: string) => screen.getByText(text).isVisible();
      await expect.poll(() => shows('needs the permission "network"'), REBUILT).toBe(true);
      await edit(root, 'manifest.json', '"push"', '"network"');
      await expect.poll(() => shows('Change something'), REBUILT).toBe(true);
    });
  });

  it('ends cleanly at Ctrl-C', async () => {
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
  });

  it('lets others in the network connect with --host, at the address that it names', async () => {
    // All of 127.0.0.0/8 is this machine, and only 127.0.0.1 counts as local here.
    ({ child, output } = await startServer('--host', '127.0.0.2'));
    url = `http://127.0.0.2:${portIn(output)}`;
    expect(JSON.parse(output)).toMatchObject({ addresses: [url] });
    expect(await statusFor('/', { host: '192.168.1.5:9002' }, '127.0.0.2')).toBe(200);
    expect(await statusFor('/', { host: 'evil.example' }, '127.0.0.2')).toBe(403);
    const ask = async (origin: string) =>
      (await fetch(`${url}/web/mf-manifest.json`, { headers: { origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await ask('http://192.168.1.7:8080')).toBe('http://192.168.1.7:8080');
    expect(await ask('https://evil.example')).toBeNull();
  });
});

/** As much of an element as is looked at; the types of the browser are not those of this package. */
interface Body {
  innerHTML: string;
}

function statusFor(
  path: string,
  headers: Record<string, string>,
  hostname = 'localhost',
): Promise<number | undefined> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    // Not fetch: it would tidy the path up, and sets the host itself.
    request({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

function listenToEvents() {
  const controller = new AbortController();
  const stream = (async function* () {
    const { body } = await fetch(`${url}/events`, { signal: controller.signal });
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, json] = /^data: (.*)/m.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (json) yield JSON.parse(json) as { type: string };
      }
    }
  })();
  const next = async () => (await stream.next()).value as { type: string };
  return {
    next,
    async until(type: string) {
      for (;;) {
        const event = await next();
        if (event.type === type) return event;
      }
    },
    close: () => controller.abort(),
  };
}
