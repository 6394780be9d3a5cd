import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  type BuildFiles,
  archiveBytes,
  changedFiles,
  listBytes,
  readBuild,
  transferBytes,
} from './lib/buildFiles.ts';
import { type BundlerProject, ourProject } from './lib/bundlerProjects.ts';
import { cpuSeconds } from './lib/cpuSeconds.ts';
import { scriptText } from './lib/scriptText.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));
const COMMAND = fileURLToPath(new URL('../packages/cli/bin/miniapp.js', import.meta.url));
const PLATFORMS = ['ios', 'android', 'web'] as const;
/** The content encoding that hosts get on each platform. */
const ENCODINGS = { ios: 'gzip', android: 'gzip', web: 'brotli' } as const;
const BEFORE = 'On its way to you.';
const AFTER = 'Nearly there.';
const PICTURES = { count: 8, bytes: 48 * 1024 };
const SCREENS = { count: 12, bytes: 12 * 1024 };

/** How the other screens of the mini-app are imported. */
const LAYOUTS = {
  'screens loaded when they are opened': (name: string) =>
    `export const ${name} = () => import('./more/${name}');`,
  'all code loaded at the start': (name: string) => `export * from './more/${name}';`,
};

/** What a host downloads when one line of a large mini-app changes, against the whole archive. */
export async function update(log: Log): Promise<Section> {
  await cpuSeconds(REPOSITORY, ['scripts/build-tools.mjs']);
  const rows: Row[] = [];
  for (const [layout, importOf] of Object.entries(LAYOUTS)) {
    const project = await ourProject();
    await grow(project.root, importOf);
    for (const platform of PLATFORMS) {
      const before = await build(project, platform);
      await project.edit(BEFORE, AFTER);
      const after = await build(project, platform);
      await project.edit(AFTER, BEFORE);
      const row = await compare(platform, layout, before, after);
      rows.push(row);
      log(`${row.what}: ${row.measured} of ${row.peer}`);
    }
  }
  return {
    how:
      `The example mini-app \`orders\` with ${PICTURES.count} pictures of ${PICTURES.bytes / 1024} KB that do not compress and ` +
      `${SCREENS.count} more screens of ${SCREENS.bytes / 1024} KB. One line of a screen changes. A host asks for the files whose digests ` +
      'it does not have, which come gzipped, to browsers in brotli; the peer is the whole archive. The list of files with their digests, which every update begins with, is counted as it is sent.',
    rows,
  };
}

async function grow(root: string, importOf: (name: string) => string): Promise<void> {
  await mkdir(join(root, 'src/more'));
  const pictures = Array.from({ length: PICTURES.count }, (_, index) => `picture${index}.jpg`);
  for (const name of pictures) {
    await writeFile(join(root, 'src/more', name), randomBytes(PICTURES.bytes));
  }
  const screens = Array.from({ length: SCREENS.count }, (_, index) => `Screen${index}`);
  for (const [index, name] of screens.entries()) {
    const texts = JSON.stringify(scriptText(SCREENS.bytes, index).match(/[^]{1,80}/g));
    await writeFile(join(root, `src/more/${name}.ts`), `export const texts${index} = ${texts};\n`);
  }
  const more = [
    ...pictures.map((name, index) => `export { default as p${index} } from './more/${name}';`),
    ...screens.map(importOf),
  ];
  await writeFile(join(root, 'src/more.ts'), `${more.join('\n')}\n`);
  const app = join(root, 'src/App.tsx');
  const text = await readFile(app, 'utf8');
  const used = "import * as more from './more';\n(globalThis as { more?: object }).more = more;\n";
  await writeFile(app, text.replace('\n\nconst', `\n${used}\nconst`));
}

async function build({ root }: BundlerProject, platform: string): Promise<BuildFiles> {
  await cpuSeconds(root, [COMMAND, 'bundle', '--platform', platform]);
  return readBuild(join(root, 'build', platform));
}

async function compare(
  platform: (typeof PLATFORMS)[number],
  layout: string,
  before: BuildFiles,
  after: BuildFiles,
): Promise<Row> {
  const changed = changedFiles(before, after);
  const list = listBytes(after, { appId: 'com.example.orders', platform });
  const bytes = list + transferBytes(after, changed, ENCODINGS[platform]);
  const whole = await archiveBytes(after);
  return {
    what: `${platform}, ${layout}`,
    measured: `${bytes.toLocaleString('en')} bytes: the list with ${list.toLocaleString('en')}, and ${changed.length} of ${after.size} files`,
    peer: `${whole.toLocaleString('en')} bytes`,
    ratio: bytes / whole,
    goal: { below: 0.02 },
  };
}
