// Bundles the parts of Re.Pack and Babel that builds use. As dependencies they would install a dev server, webpack and Metro,
// more than half of everything that a mini-app installs.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const FOLDER = import.meta.dirname;
const TARGET = join(FOLDER, 'dist/transforms');
const require = createRequire(import.meta.url);
const REPACK = dirname(require.resolve('@callstack/repack/package.json'));

/** Writes the transforms of builds to `dist/transforms`. */
export async function buildTransforms() {
  const { metafile } = await build({
    absWorkingDir: FOLDER,
    entryPoints: [join(FOLDER, 'transforms/all.cjs')],
    outfile: join(TARGET, 'all.cjs'),
    bundle: true,
    // Re.Pack writes the source of some of its functions into builds.
    minify: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    metafile: true,
    // The first is only read for an error about TypeScript configurations; the second loads Unicode tables by a computed name.
    external: ['@babel/preset-typescript/package.json', 'regexpu-core'],
    plugins: [partsOfRepack],
  });
  const parts = ['babelLoader', 'babelSwcLoader', 'hermesParser', 'nativePreset', 'stripFlow'];
  for (const name of parts) {
    await writeFile(
      join(TARGET, `${name}.cjs`),
      `module.exports = require('./all.cjs').${name};\n`,
    );
  }
  await writeFile(join(TARGET, 'EmptyModule.js'), '');
  await writeFile(join(TARGET, 'LICENSES'), await licensesOf(Object.keys(metafile.inputs)));
}

const partsOfRepack = {
  name: 'parts-of-repack',
  setup({ onResolve, onLoad }) {
    // Past Re.Pack's index, which imports everything else.
    onResolve({ filter: /^@callstack\/repack\/dist\// }, ({ path }) => ({
      path: join(REPACK, path.slice('@callstack/repack/'.length)),
    }));
    onLoad({ filter: /babelSwcLoader[/\\]utils\.js$/ }, async ({ path }) => ({
      // Babel would look for a name in the project.
      contents: replaceIn(
        await readFile(path, 'utf8'),
        "'@babel/plugin-syntax-typescript'",
        "require('@babel/plugin-syntax-typescript').default",
      ),
      resolveDir: FOLDER,
    }));
    onLoad({ filter: /RepackTargetPlugin\.js$/ }, async ({ path }) => ({
      contents: replaceIn(
        await readFile(path, 'utf8'),
        "require.resolve('../../modules/",
        "require.resolve('./",
      ),
      resolveDir: dirname(path),
    }));
    // This relative path refers to Re.Pack's folder.
    onResolve({ filter: /^\.\.\/\.\.\/helpers\/index\.js$/ }, ({ importer }) =>
      importer.includes('babelSwcLoader') ? { path: join(REPACK, 'dist/helpers/index.js') } : null,
    );
    onResolve({ filter: /^\.\/(?:EmptyModule|DevServerClient)\.js$/ }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

function replaceIn(text, search, replacement) {
  if (!text.includes(search)) throw new Error(`Re.Pack has no ${search} any more.`);
  return text.replaceAll(search, replacement);
}

/** The licenses of the packages that files belong to. */
async function licensesOf(files) {
  const folders = new Set(
    files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  const texts = [...folders]
    .toSorted((a, b) => a.localeCompare(b))
    .map(async (folder) => {
      const path = join(FOLDER, folder);
      const { name, version, license } = JSON.parse(
        await readFile(join(path, 'package.json'), 'utf8'),
      );
      const file = (await readdir(path)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? await readFile(join(path, file), 'utf8') : '';
      return `${name} ${version} (${license})\n\n${text}`;
    });
  return (await Promise.all(texts)).join('\n\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildTransforms();
