import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { transform } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';

import { runCreateHost } from './runCreateHost.ts';

const CATALOG = fileURLToPath(new URL('../../../pnpm-workspace.yaml', import.meta.url));

async function create(...args: string[]) {
  const cwd = await mkdtemp(join(tmpdir(), 'create-host-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  let said = '';
  const stream = { write: (text: string) => void (said += text) };
  const env = { PATH: process.env['PATH'], HOME: cwd, XDG_CONFIG_HOME: cwd };
  const options = { cwd, env, stdin: {}, stdout: stream, stderr: stream };
  const code = await runCreateHost(args, options);
  const read = (path: string) => readFile(join(cwd, path), 'utf8');
  const readJson = async (path: string) => JSON.parse(await read(path)) as Record<string, never>;
  return { cwd, code, said, read, readJson };
}

it('writes a host under the given identity, for the server that it is told', async () => {
  const { code, read, readJson } = await create(
    'shop',
    '--id=com.acme.shop',
    `--name=Acme "& Co" $&`,
    '--registry=https://acme.example/npm/',
    '--no-git',
  );
  expect(code).toBe(0);
  expect(await readJson('shop/app.json')).toEqual({
    expo: {
      name: `Acme "& Co" $&`,
      slug: 'shop',
      scheme: 'shop',
      version: '1.0.0',
      ios: { bundleIdentifier: 'com.acme.shop' },
      android: { package: 'com.acme.shop' },
      plugins: [
        [
          '@host/native-project',
          {
            component: 'host',
            push: false,
            exactAlarms: false,
            languages: ['en', 'de', 'es', 'ar', 'zh-Hans'],
          },
        ],
      ],
    },
  });
  expect(await read('shop/src/config.ts')).toContain(`SERVER_URL = 'https://acme.example'`);
  expect(await read('shop/.npmrc')).toContain('@host:registry=https://acme.example/npm/');
  expect(await read('shop/.gitignore')).toMatch(/^ios\/\nandroid\/$/m);
  const { name, dependencies } = await readJson('shop/package.json');
  expect(name).toBe('shop');
  expect(dependencies).toMatchObject({ '@host/host-runtime': expect.stringMatching(/^\^\d/) });
});

it('takes a name in any script, and the languages that it speaks', async () => {
  const { code, read, readJson } = await create(
    '小店',
    '--languages',
    'zh-hans, en,en',
    '--no-git',
  );
  expect(code).toBe(0);
  expect(await readJson('小店/app.json')).toMatchObject({
    expo: {
      name: '小店',
      slug: 'app',
      ios: { bundleIdentifier: 'com.example.app' },
      plugins: [['@host/native-project', { languages: ['zh-Hans', 'en'] }]],
    },
  });
  expect(await read('小店/src/config.ts')).toContain(`LANGUAGES = ['zh-Hans', 'en'];`);
});

it('commits nothing native: the projects are made from app.json', async () => {
  const { said, readJson } = await create('shop', '--json', '--no-git');
  const { files } = JSON.parse(said) as { files: string[] };
  expect(files.filter((file) => /^(?:ios|android)\//.test(file))).toEqual([]);
  expect((await readJson('shop/package.json'))['scripts']).toMatchObject({ native: 'host-native' });
});

it.each([
  ['Tickets', 'Tickets'],
  ["Ann's shop", "Ann's shop"],
  ['{(globalThis as any).pwn = 1}', "{'{(globalThis as any).pwn = 1}'}"],
  ["Ben & Jerry's <3", `{"Ben & Jerry's <3"}`],
  ['Salt &amp; $`', "{'Salt &amp; $`'}"],
])('writes the name %j as a text, and as somebody would', async (name, expected) => {
  const { read, readJson } = await create('shop', '--name', name, '--no-git');
  const source = await read('shop/src/Catalog.tsx');
  expect(source).toContain(`<Text variant="title">${expected}</Text>`);
  const { code } = await transform(source, { loader: 'tsx' });
  const asText = await transform(`x(${JSON.stringify(name)})`);
  expect(code).toContain(
    `{ variant: "title" }, ${asText.code.slice('x('.length, -');\n'.length)})`,
  );
  expect(await readJson('shop/app.json')).toMatchObject({ expo: { name } });
});

it.each([
  ['com.acme.https', 'acme-https'],
  ['com.acme.tel', 'acme-tel'],
  ['com.javascript', 'com-javascript'],
  ['com.acme.market2', 'market2'],
])('makes no other app’s links its own: %s is opened by %s', async (id, scheme) => {
  const { readJson } = await create('shop', '--id', id, '--no-git');
  expect(await readJson('shop/app.json')).toMatchObject({ expo: { scheme } });
});

it.each([
  ['native', 'com.example.appnative'],
  ['Switch', 'com.example.appswitch'],
  ['2048', 'com.example.app2048'],
  ['nativeshop', 'com.example.nativeshop'],
])('takes an id from the folder %s that android can have: %s', async (folder, id) => {
  const { readJson } = await create(folder, '--no-git');
  expect(await readJson(`${folder}/app.json`)).toMatchObject({
    expo: { ios: { bundleIdentifier: id }, android: { package: id } },
  });
});

it.each([
  ['https://acme.example:8443/x?y', 'https://acme.example:8443'],
  ['http://me:secret@[::1]:8080', 'http://[::1]:8080'],
])('opens the mini-apps of the server at %s', async (server, origin) => {
  const { read, said } = await create('shop', '--server', server, '--no-git');
  expect(await read('shop/src/config.ts')).toContain(`SERVER_URL = '${origin}';`);
  expect(said).toContain(`It opens mini-apps of ${origin} (src/config.ts).`);
});

it.each([
  ['an id that no store takes', ['shop', '--id', 'Shop'], '--id Shop is no reverse domain'],
  [
    'an id that is no package of Java',
    ['shop', '--id', 'com.acme.new'],
    '--id is com.acme.new, where "new" is a word of Java',
  ],
  ['no folder', [], 'The new host needs a folder.'],
  ['a server that is none', ['shop', '--server', 'acme'], '--server acme is no address.'],
  ['a server without http', ['shop', '--server', 'acme:8080'], '--server acme:8080 is no address.'],
  [
    'a server that would be code',
    ['shop', '--server', "http://a'+globalThis.pwn+'.example"],
    "--server http://a'+globalThis.pwn+'.example is no address.",
  ],
  ['a registry that would', ['shop', '--registry', 'http://${home}.example/'], 'is no address.'],
  [
    'a language in another form',
    ['shop', '--languages', 'en,zh_CN'],
    '--languages en,zh_CN names what is no tag of a language.',
  ],
  ['no language', ['shop', '--languages', ''], 'names what is no tag of a language.'],
  ['a name in two lines', ['shop', '--name', 'Acme\nShop'], 'The name "Acme\\nShop" does not fit'],
])('refuses %s', async (_what, args, problem) => {
  const { code, cwd, said } = await create(...args);
  expect(said).toContain(problem);
  expect(code).toBe(2);
  expect(await readdir(cwd)).toEqual([]);
});

it('is called by its own name in its help, and where it is called wrongly', async () => {
  const { code, said } = await create('--help');
  expect(said).toContain('Usage: create-host [options] [dir]');
  expect(said).not.toContain('miniapp create');
  expect(code).toBe(0);
  const wrong = await create('shop', '--nam', 'Acme');
  expect(wrong.said).toContain('See `create-host --help`.');
  expect(wrong.code).toBe(2);
});

it('leaves a folder alone that is not empty', async () => {
  const { cwd } = await create('first', '--no-git');
  await writeFile(join(cwd, 'first/notes.txt'), 'mine');
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text) };
  const options = { cwd, env: { HOME: cwd }, stdin: {}, stdout: stream, stderr: stream };
  expect(await runCreateHost(['first'], options)).toBe(1);
  expect(said.join('')).toContain('The folder first is not empty');
});

it('asks for the versions that this repository is tested with', async () => {
  const { readJson } = await create('shop', '--no-git');
  const { dependencies, devDependencies } = (await readJson('shop/package.json')) as Record<
    string,
    Record<string, string>
  >;
  const catalog = await readFile(CATALOG, 'utf8');
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    if (name.startsWith('@host/')) continue;
    const [, pinned] = new RegExp(`^  '?${name}'?: (.+)$`, 'm').exec(catalog) ?? [];
    expect(version, name).toBe(pinned);
  }
});
