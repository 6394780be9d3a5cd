import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { buildProject, digestsOf } from './testing/buildProject.ts';
import { type ProjectCopy, copyProject } from './testing/copyProject.ts';

const PLATFORMS = ['ios', 'android', 'web'] as const;
const NAME = 'com_example_orders';

let project: ProjectCopy;
const builds = new Map<string, Map<string, Buffer>>();

beforeAll(async () => {
  project = await copyProject();
  for (const platform of PLATFORMS)
    builds.set(platform, await buildProject(project.root, platform));
}, 180_000);
afterAll(() => project.dispose());

const filesOf = (platform: string) => builds.get(platform)!;
const textOf = (platform: string, file: string) => filesOf(platform).get(file)!.toString('utf8');

const withoutMaps = (files: Map<string, Buffer>) =>
  new Map([...files].filter(([name]) => !name.endsWith('.map')));
/** The bytes of a file, or of all, as an archive or a server would send them. */
const sizeOf = (files: Map<string, Buffer>, name?: string) =>
  [...files]
    .filter(([file]) => name === undefined || file === name)
    .reduce((sum, [, content]) => sum + gzipSync(content).length, 0);

describe.each(PLATFORMS)('a build for %s', (platform) => {
  it('holds the bundle, the container and the federation manifest that the interface names', () => {
    expect([...filesOf(platform).keys()]).toEqual(
      expect.arrayContaining(['index.bundle', `${NAME}.container.js`, 'mf-manifest.json']),
    );
  });

  it('has a manifest that names the container and exposes ./App', () => {
    const manifest = JSON.parse(textOf(platform, 'mf-manifest.json')) as {
      name: string;
      metaData: { globalName: string; remoteEntry: { name: string } };
      exposes: { path: string }[];
    };
    expect(manifest.name).toBe(NAME);
    expect(manifest.metaData.remoteEntry.name).toBe(`${NAME}.container.js`);
    expect(manifest.metaData.globalName).toBe(NAME);
    expect(manifest.exposes.map(({ path }) => path)).toEqual(['./App']);
  });

  it('is minified, holds no second copy of a shared module, and points to no source map', () => {
    const code = [...filesOf(platform)].filter(([name]) => /\.(js|bundle)$/.test(name));
    const text = code.map(([, content]) => content.toString('utf8')).join('\n');
    expect(text.includes('sourceMappingURL')).toBe(false);
    expect(text.includes('react.transitional.element')).toBe(false);
    expect(text.length).toBeLessThan(75_000);
    expect(
      Math.max(
        ...code.map(([, content]) => content.length / content.toString().split('\n').length),
      ),
    ).toBeGreaterThan(500);
  });

  it('has a source map for the mini-app’s own code, without absolute paths', () => {
    const map = [...filesOf(platform)].find(([name]) => /expose_App.*\.map$/.test(name));
    const { sources } = JSON.parse(map![1].toString('utf8')) as { sources: string[] };
    expect(sources).toContain('src/App.tsx');
    expect(
      sources.filter((source) => source.startsWith('/') && !source.startsWith('webpack')),
    ).toEqual([]);
  });

  it('leaves an index.bundle that says how the mini-app is opened', () => {
    const said: string[] = [];
    const console = { error: (text: string) => said.push(text) };
    runInNewContext(textOf(platform, 'index.bundle'), { console });
    expect(said).toEqual([
      expect.stringContaining(`${NAME} was built to be opened by a host`) as string,
    ]);
    expect(textOf(platform, 'index.bundle')).toContain(`${NAME}.container.js`);
  });
});

describe('two builds', () => {
  it.each(PLATFORMS)(
    'of the same source are byte-identical, at another place and as another version too (%s)',
    async (platform) => {
      const elsewhere = await copyProject();
      await elsewhere.edit('manifest.json', '"version": "1.0.0"', '"version": "2.0.0"');
      await elsewhere.edit('package.json', '"version": "1.0.0"', '"version": "2.0.0"');
      const again = await buildProject(elsewhere.root, platform);
      expect(digestsOf(again)).toEqual(digestsOf(filesOf(platform)));
      await elsewhere.dispose();
    },
    120_000,
  );

  it.each(['ios', 'android'] as const)(
    'of sources that differ in one line differ in one small file (%s)',
    async (platform) => {
      const next = await copyProject();
      await next.edit('src/texts.ts', 'On its way to you.', 'Nearly there.');
      const files = withoutMaps(await buildProject(next.root, platform));
      const before = digestsOf(withoutMaps(filesOf(platform)));
      const changed = Object.entries(digestsOf(files)).filter(
        ([name, digest]) => before[name] !== digest,
      );
      expect(changed.map(([name]) => name)).toEqual([
        expect.stringMatching(/^__federation_expose_App(-\d)?\.chunk\.bundle$/),
      ]);
      expect(sizeOf(files, changed[0]![0])).toBeLessThan(sizeOf(files) / 6);
      await next.dispose();
    },
    120_000,
  );

  it('of the web differ in one small file and in the container, which has its digest', async () => {
    const next = await copyProject();
    await next.edit('src/texts.ts', 'On its way to you.', 'Nearly there.');
    const files = withoutMaps(await buildProject(next.root, 'web'));
    const before = digestsOf(withoutMaps(filesOf('web')));
    const changed = Object.entries(digestsOf(files)).filter(
      ([name, digest]) => before[name] !== digest,
    );
    expect(changed.map(([name]) => name)).toEqual([
      expect.stringMatching(/^__federation_expose_App(-\d)?\.chunk\.js$/),
      `${NAME}.container.js`,
    ]);
    // Of federation's runtime it has what a container uses, no more.
    expect(sizeOf(files, `${NAME}.container.js`)).toBeLessThan(8 * 1024);
    await next.dispose();
  }, 120_000);

  it.each(['ios', 'web'] as const)(
    'of much code are many small files, of which one line changes one (%s)',
    async (platform) => {
      const large = await copyProject();
      const names = Array.from({ length: 8 }, (_, index) => `Part${index}`);
      for (const name of names) {
        const texts = Array.from({ length: 400 }, (_, index) => `${name} has line ${index}`);
        await large.write(`src/${name}.ts`, `export const ${name} = ${JSON.stringify(texts)};\n`);
      }
      const imports = names.map((name) => `export * from './${name}';\n`).join('');
      await large.write('src/parts.ts', imports);
      await large.edit(
        'src/App.tsx',
        'export default',
        `import * as parts from './parts';\nexport { parts };\nexport default`,
      );
      const before = withoutMaps(await buildProject(large.root, platform));
      await large.edit('src/Part3.ts', 'line 7"', 'line seven"');
      const after = withoutMaps(await buildProject(large.root, platform));
      const digests = digestsOf(before);
      const changed = Object.entries(digestsOf(after)).filter(
        ([name, digest]) => digests[name] !== digest && name !== `${NAME}.container.js`,
      );
      expect(changed).toHaveLength(1);
      const [[name]] = changed as [[string, string]];
      expect(name).toMatch(/\.chunk\.(bundle|js)$/);
      expect(after.get(name)!.toString()).toContain('line seven');
      expect(after.get(name)!.length).toBeLessThan(20 * 1024);
      expect([...after.keys()].join(' ')).not.toContain('src');
      await large.dispose();
    },
    120_000,
  );

  it('for ios and android have the same federation manifest', () => {
    expect(textOf('android', 'mf-manifest.json')).toBe(textOf('ios', 'mf-manifest.json'));
  });
});

describe('the web build', () => {
  it('demands the digest of every chunk', () => {
    expect(textOf('web', `${NAME}.container.js`)).toContain('sha384-');
  });
});

describe('with STANDALONE=true', () => {
  it('no file is named after a folder of the machine', async () => {
    vi.stubEnv('STANDALONE', 'true');
    const standalone = await copyProject();
    const files = withoutMaps(await buildProject(standalone.root, 'web'));
    expect(files.size).toBeGreaterThan(4);
    expect([...files.keys()].filter((name) => /node_modules|packages|src_/.test(name))).toEqual([]);
    vi.unstubAllEnvs();
    await standalone.dispose();
  }, 120_000);
});
