import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from '@babel/parser';
import { Manifest } from '@host/contracts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { packagePath } from '../../packageRoot.ts';
import { listFiles } from '../../project/listFiles.ts';
import { miniapp } from '../../testing/miniapp.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

const newFolder = async () => temporaryFolder('create');
const readJson = async (...path: string[]) =>
  JSON.parse(await readFile(join(...path), 'utf8')) as Record<string, unknown>;

describe('miniapp create', () => {
  it('writes the layout of the interface under the given identity', async () => {
    const cwd = await newFolder();
    const args = ['create', 'orders', '--id', 'com.acme.orders', '--name', 'Orders'];
    const { code, stdout } = await miniapp(args, { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('✔ Orders (com.acme.orders) is in orders/');
    const files = await listFiles(join(cwd, 'orders'));
    expect(files).toEqual(
      expect.arrayContaining([
        '.gitignore',
        'README.md',
        'manifest.json',
        'package.json',
        'rspack.config.mjs',
        'src/App.tsx',
        'tsconfig.json',
      ]),
    );
    for (const folder of ['screens', 'components', 'hooks', 'services']) {
      expect(files.some((file) => file.startsWith(`src/${folder}/`))).toBe(true);
    }
    expect(files.some((file) => /^test\/.+\.test\.ts$/.test(file))).toBe(true);
    const manifest = await readJson(cwd, 'orders/manifest.json');
    expect(z.parse(Manifest, manifest)).toMatchObject({ appId: 'com.acme.orders', name: 'Orders' });
    const { name, scripts, dependencies } = await readJson(cwd, 'orders/package.json');
    expect(name).toBe('orders');
    expect(scripts).toMatchObject({
      start: 'miniapp start',
      'bundle:ios': 'miniapp bundle --platform ios',
      'bundle:android': 'miniapp bundle --platform android',
    });
    expect(dependencies).toMatchObject({
      '@react-navigation/native': '^7.0.0',
      '@react-navigation/native-stack': '^7.0.0',
    });
    const text = await readFile(join(cwd, 'orders/src/services/items.ts'), 'utf8');
    expect(text).toContain("'/orders/items'");
  });

  it('leaves nothing of the template’s own name behind', async () => {
    const cwd = await newFolder();
    const args = [
      'create',
      'x',
      '--id',
      'org.other.thing',
      '--name',
      `Bob's "Thing" $&`,
      '--no-git',
    ];
    expect((await miniapp(args, { cwd })).code).toBe(0);
    for (const file of await listFiles(join(cwd, 'x'))) {
      const text = await readFile(join(cwd, 'x', file), 'utf8');
      expect(text, file).not.toMatch(/sample|workspace:/i);
    }
    expect(await readJson(cwd, 'x/manifest.json')).toMatchObject({ name: `Bob's "Thing" $&` });
    expect(await readFile(join(cwd, 'x/src/App.tsx'), 'utf8')).toContain(`'Bob\\'s "Thing" $&'`);
  });

  it.each([
    ['Tickets', 'title="Tickets"'],
    [`Ann's {"x"} shop`, `title={'Ann\\'s {"x"} shop'}`],
    ["Ann's $& <shop>", `title={"Ann's $& <shop>"}`],
    ["Ann's {x} <shop>", `title="Ann's {x} <shop>"`],
    ['The "Best" shop', `title={'The "Best" shop'}`],
    ['Salt &amp; Co', "title={'Salt &amp; Co'}"],
    [`A" onLoad={globalThis.pwn} b="'`, String.raw`title={'A" onLoad={globalThis.pwn} b="\''}`],
  ])('writes the name %j as a text, and as somebody would', async (name, expected) => {
    const cwd = await newFolder();
    const identity = ['--id', 'com.acme.x', '--name', name, '--no-git'];
    await miniapp(['create', 'x', '--template', 'blank', ...identity], { cwd });
    const source = await readFile(join(cwd, 'x/src/screens/HomeScreen.tsx'), 'utf8');
    expect(source).toContain(`<Header ${expected} />`);
    expect(textsIn(source)).toContain(name);
  });

  it.each([
    ['com.acme.orders', 'orders'],
    // The server, hosts or browsers have the last part of these for themselves.
    ['com.acme.app', 'acme-app'],
    ['com.acme.push', 'acme-push'],
    ['com.acme.docs', 'acme-docs'],
  ])('has %s call the path that it gets, /%s/', async (id, path) => {
    const cwd = await newFolder();
    await miniapp(['create', 'x', '--id', id, '--no-git'], { cwd });
    const { api } = await readJson(cwd, 'x/fixtures.json');
    expect(Object.keys(api as object)).toEqual([`GET /${path}/items`]);
    const source = await readFile(join(cwd, 'x/src/services/items.ts'), 'utf8');
    expect(source).toContain(`'/${path}/items'`);
  });

  it('takes what is likely with --yes, from the name of the folder', async () => {
    const cwd = await newFolder();
    const result = await miniapp(['create', 'My-Shop 2', '--yes', '--json'], { cwd });
    expect(result.json()).toMatchObject({
      ok: true,
      appId: 'com.example.myshop2',
      name: 'Myshop2',
    });
  });

  it('refuses a folder that is not empty, and leaves it as it is', async () => {
    const cwd = await newFolder();
    await mkdir(join(cwd, 'full'));
    await writeFile(join(cwd, 'full/notes.txt'), 'mine');
    const { code, stderr } = await miniapp(['create', 'full', '--yes'], { cwd });
    expect(stderr).toBe(
      '✖ The folder full is not empty: it holds notes.txt.\n  Choose another folder, or empty this one.\n',
    );
    expect(code).toBe(1);
    expect(await listFiles(join(cwd, 'full'))).toEqual(['notes.txt']);
  });

  it('takes a fresh clone of an empty repository', async () => {
    const cwd = await newFolder();
    await mkdir(join(cwd, '.git'));
    expect((await miniapp(['create', '.', '--id', 'com.acme.here'], { cwd })).code).toBe(0);
  });

  it.each([
    ['Orders', 'an appId is a lower-case reverse domain'],
    ['orders', 'a lower-case reverse domain'],
  ])('refuses the id %s', async (id, problem) => {
    const { code, stderr } = await miniapp(['create', 'x', '--id', id], { cwd: await newFolder() });
    expect(stderr).toContain(problem);
    expect(stderr).toMatch(/\n {2}Use it for example --id com\.acme\.orders/);
    expect(code).toBe(2);
  });

  it.each([
    ['Кафе Orders', 'mixes letters of several scripts'],
    [' Orders', 'has a space at its start or end'],
  ])('refuses the name %j, which could not be published', async (name, problem) => {
    const cwd = await newFolder();
    const args = ['create', 'x', '--id', 'com.acme.x', '--name', name];
    const { code, stderr } = await miniapp(args, { cwd });
    expect(stderr).toContain(problem);
    expect(code).toBe(2);
    expect(await listFiles(cwd)).toEqual([]);
  });

  it('says which flags to use where nobody can be asked', async () => {
    const { code, stderr } = await miniapp(['create', 'x'], { cwd: await newFolder() });
    expect(stderr).toContain(
      '--id com.acme.orders --name Orders, or take what is likely with --yes',
    );
    expect(code).toBe(2);
  });
});

describe('where a new project gets its packages', () => {
  const REGISTRY = 'https://host.example/npm/';
  const create = async (cwd: string, ...args: string[]) =>
    (await miniapp(['create', 'x', '--id', 'com.acme.x', '--json', ...args], { cwd })).json();
  const scopeIn = async (root: string) => [
    /^@host:registry=(.+)$/m.exec(await readFile(join(root, '.npmrc'), 'utf8'))?.[1],
    /npmRegistryServer: '(.+)'/.exec(await readFile(join(root, '.yarnrc.yml'), 'utf8'))?.[1],
  ];

  it('is pinned for npm, pnpm and Yarn, and never the public registry', async () => {
    const cwd = await newFolder();
    expect(await create(cwd, '--registry', 'https://host.example/npm')).toMatchObject({
      registry: REGISTRY,
    });
    expect(await scopeIn(join(cwd, 'x'))).toEqual([REGISTRY, REGISTRY]);
    const yarn = await readFile(join(cwd, 'x/.yarnrc.yml'), 'utf8');
    expect(yarn).not.toContain('unsafeHttpWhitelist');
  });

  it('is what is configured for the scope where it is made', async () => {
    const cwd = await newFolder();
    await writeFile(join(cwd, '.npmrc'), `@host:registry=${REGISTRY}\n`);
    await create(cwd);
    expect(await scopeIn(join(cwd, 'x'))).toEqual([REGISTRY, REGISTRY]);
  });

  it('is what npm is told in a file of settings that is not the usual one', async () => {
    const cwd = await newFolder();
    const file = join(cwd, 'settings');
    await writeFile(file, `@host:registry=${REGISTRY}\n`);
    const args = ['create', 'x', '--id', 'com.acme.x', '--json'];
    await miniapp(args, { cwd, env: { npm_config_userconfig: file } });
    expect(await scopeIn(join(cwd, 'x'))).toEqual([REGISTRY, REGISTRY]);
  });

  it('is a server on this machine where nothing says otherwise, and that is said', async () => {
    const cwd = await newFolder();
    const { stdout } = await miniapp(['create', 'x', '--id', 'com.acme.x'], { cwd });
    expect(stdout).toContain('! @host packages are installed from http://localhost:8080/npm/');
    expect(await scopeIn(join(cwd, 'x'))).toEqual([
      'http://localhost:8080/npm/',
      'http://localhost:8080/npm/',
    ]);
    const yarn = await readFile(join(cwd, 'x/.yarnrc.yml'), 'utf8');
    expect(yarn).toContain("unsafeHttpWhitelist:\n  - 'localhost'");
  });

  it('refuses a registry that is no address', async () => {
    const args = ['create', 'x', '--id', 'com.acme.x', '--registry', 'host.example'];
    const { code, stderr } = await miniapp(args, { cwd: await newFolder() });
    expect(stderr).toContain('--registry host.example is no address.');
    expect(code).toBe(2);
  });

  it.each([
    "https://a'b${home}.example/npm/",
    'https://${NPM_TOKEN}.example/npm/',
    "https://a'.example/npm/",
    'https://a{b}.example/npm/',
    'https://a&b.example/npm/',
    'ftp://host.example/npm/',
  ])(
    'refuses a registry whose host would be more than a name in its files: %s',
    async (registry) => {
      const cwd = await newFolder();
      const args = ['create', 'x', '--id', 'com.acme.x', '--registry', registry];
      const { code, stderr } = await miniapp(args, { cwd });
      expect(stderr).toContain(`--registry ${registry} is no address.`);
      expect(code).toBe(2);
      expect(await listFiles(cwd)).toEqual([]);
    },
  );

  it.each(['http://localhost:8080/npm/', 'http://[::1]:8080/npm/', 'https://host_1.example/npm/'])(
    'takes the registry %s',
    async (registry) => {
      const cwd = await newFolder();
      await create(cwd, '--registry', registry);
      expect(await scopeIn(join(cwd, 'x'))).toEqual([registry, registry]);
    },
  );

  it.each([
    ['a secret', 'https://me:secret@host.example/npm/'],
    ['a variable', 'https://host.example/npm/?${NPM_TOKEN}'],
  ])('refuses a registry with %s, which would be committed', async (_what, registry) => {
    const args = ['create', 'x', '--id', 'com.acme.x', '--registry', registry];
    const { code, stderr } = await miniapp(args, { cwd: await newFolder() });
    expect(stderr).toContain('The address of a registry has no user, no query and no fragment.');
    expect(stderr).not.toContain('secret');
    expect(code).toBe(2);
  });

  it('stands in its files as one address, whatever it was given as', async () => {
    const cwd = await newFolder();
    const given = "https://host.example/npm/\nscript-shell=/tmp/x\n'${NPM_TOKEN}";
    await create(cwd, '--registry', given);
    const [npm, yarn] = await scopeIn(join(cwd, 'x'));
    expect(npm).toMatch(/^https:\/\/host\.example\/npm\/[^'{}\s]*\/$/);
    expect(yarn).toBe(npm);
    expect(await readFile(join(cwd, 'x/.npmrc'), 'utf8')).not.toMatch(/^script-shell/m);
  });

  it('is the workspace that has them, when the project is one of its packages', async () => {
    const root = await newFolder();
    await writeFile(join(root, 'pnpm-workspace.yaml'), "packages:\n  - 'libs/*'\n  - apps/*\n");
    for (const name of ['bundler', 'cli', 'headless-host', 'kit', 'miniapp-sdk']) {
      await mkdir(join(root, 'libs', name), { recursive: true });
      await writeFile(join(root, 'libs', name, 'package.json'), `{"name":"@host/${name}"}`);
    }
    await mkdir(join(root, 'apps'));
    await create(join(root, 'apps'));
    const { dependencies } = await readJson(root, 'apps/x/package.json');
    expect(dependencies).toMatchObject({ '@host/kit': 'workspace:*' });
    const files = await listFiles(join(root, 'apps/x'));
    expect(files).not.toContain('.npmrc');
    // A folder that the workspace does not look into is a project of its own.
    await create(root);
    expect(await readJson(root, 'x/package.json')).toMatchObject({
      dependencies: { '@host/kit': expect.stringMatching(/^\^/) as string },
    });
  });
});

describe('the repository of a new project', () => {
  const args = ['create', 'x', '--id', 'com.acme.x'];

  it('is made, unless there is one around it or nobody wants one', async () => {
    const cwd = await newFolder();
    await miniapp(args, { cwd });
    await access(join(cwd, 'x/.git/HEAD'));
    await miniapp(['create', 'x/inner', '--id', 'com.acme.inner'], { cwd });
    await expect(access(join(cwd, 'x/inner/.git'))).rejects.toThrow('ENOENT');
    await miniapp(['create', 'y', '--id', 'com.acme.y', '--no-git'], { cwd });
    await expect(access(join(cwd, 'y/.git'))).rejects.toThrow('ENOENT');
  });
});

describe('the templates', () => {
  it('are chosen by name, and an unknown one is refused with those that there are', async () => {
    const cwd = await newFolder();
    const args = ['create', 'x', '--id', 'com.acme.x', '--template'];
    const { code, stderr } = await miniapp([...args, 'shop'], { cwd });
    expect(stderr).toBe('✖ There is no template shop.\n  Use one of list, form, tabs, blank.\n');
    expect(code).toBe(2);
    expect((await miniapp([...args, 'tabs', '--json'], { cwd })).json()).toMatchObject({
      template: 'tabs',
      files: expect.arrayContaining(['src/components/TabBar.tsx', 'package.json']) as string[],
    });
  });

  it('ask for the versions that this repository is tested with', async () => {
    const { dependencies, devDependencies } = await readJson(
      packagePath('templates/shared/package.json'),
    );
    const catalog = await readFile(packagePath('../../pnpm-workspace.yaml'), 'utf8');
    const ranges = Object.entries<string>({
      ...(dependencies as object),
      ...(devDependencies as object),
    });
    for (const [name, range] of ranges) {
      if (range === 'workspace:*' || name.startsWith('@react-navigation/')) continue;
      const [, pinned] = new RegExp(`^  '?${name}'?: (.+)$`, 'm').exec(catalog) ?? [];
      expect(range.replace(/^[~^]/, ''), name).toBe(pinned);
    }
  });
});

/** What is said in a source: the values of its attributes, its texts and its strings, as the language reads them. */
function textsIn(source: string): string[] {
  const { tokens } = parse(source, {
    sourceType: 'module',
    plugins: ['typescript', 'jsx'],
    tokens: true,
  });
  return tokens!.map(({ value }: { value?: unknown }) => String(value));
}
