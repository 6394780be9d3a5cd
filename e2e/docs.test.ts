import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { readDocuments } from '../scripts/build/documents.mjs';
import { fencedBlocks } from '../scripts/build/fencedBlocks.mjs';
import { shellCommands, shellText } from '../scripts/build/shellCommands.mjs';
import { type Snippet, compileSnippets } from './docs/compileSnippets.ts';
import { OF_A_PROJECT } from './docs/coveredBlocks.ts';
import { exampleSnippets, ofReader } from './docs/exampleSnippets.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SLOW_MS = 240_000;
/** The languages of blocks: those that are held here, and what no test reads. */
const HELD = ['ts', 'tsx', 'js', 'json', 'sh', 'yaml', 'nginx'];
const NOT_HELD = [''];

const REFERENCE = 'docs/reference/';
const isReference = ({ path }: { path: string }) => path.startsWith(REFERENCE);
const all = await readDocuments();
// What stands in the reference is what the compiler wrote, except for the examples.
const documents = all.filter((page) => !isReference(page));
const blocks = documents.flatMap(({ path, text }) =>
  fencedBlocks(text).map((block) => ({ ...block, page: path, place: `${path}:${block.line}` })),
);
const blocksIn = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language));

/** Pages whose code belongs elsewhere than to their own package. */
const SEES: Record<string, string> = {
  'docs/mini-app.md': 'packages/headless-host',
  'docs/people.md': 'server',
  'packages/host-runtime/README.md': 'apps/host',
};

/** The package whose dependencies the code of a page sees: its own; for the guides, a host's. */
function folderOf(page: string): string {
  if (SEES[page]) return SEES[page];
  return /^(packages|apps)\/[^/]+/.exec(page)?.[0] ?? 'apps/host';
}

const snippets = blocksIn('ts', 'tsx', 'js')
  .filter(({ text }) => !OF_A_PROJECT.test(text))
  .map(({ page, place, language, text }): Snippet => ({
    place,
    folder: folderOf(page),
    kind: language as Snippet['kind'],
    text,
  }));
const examples = all.filter(isReference).flatMap(({ path, text }) => exampleSnippets(path, text));

describe('the code in the documents', () => {
  it('is in languages that are held', () => {
    const unknown = blocks.filter(({ language }) => ![...HELD, ...NOT_HELD].includes(language));
    expect(unknown.map(({ place, language }) => `${place} ${language}`)).toEqual([]);
  });

  let complaints: string[];
  // In one program: most of the time goes into what they import.
  beforeAll(async () => {
    complaints = await compileSnippets([...snippets, ...examples]);
  }, SLOW_MS);

  it('compiles, as strictly as a new mini-app', () => {
    expect(snippets.length).toBeGreaterThan(15);
    expect(complaints.filter((each) => !each.startsWith(REFERENCE))).toEqual([]);
  });

  it(
    'on what a mini-app can bring along compiles in a new one, which knows nothing of browsers',
    async () => {
      const ofPage = snippets.filter(({ place }) => place.startsWith('docs/libraries-and-assets'));
      expect(ofPage.length).toBeGreaterThan(2);
      expect(await compileSnippets(ofPage, { knowsBrowsers: false })).toEqual([]);
    },
    SLOW_MS,
  );

  it('in the reference of packages fits the types beside it', () => {
    expect(examples.length).toBeGreaterThan(50);
    const ofExamples = complaints.filter((each) => each.startsWith(REFERENCE));
    expect(ofExamples.filter((each) => !ofReader(each))).toEqual([]);
  });

  it(
    'that does not compile is told with its line',
    async () => {
      const wrong: Snippet = {
        place: 'docs/wrong.md:10',
        folder: 'packages/contracts',
        kind: 'ts',
        text: `\nimport { nothing } from '@host/contracts';`,
      };
      expect(await compileSnippets([wrong])).toEqual([
        expect.stringMatching(/^docs\/wrong\.md:11 error TS2305: /),
      ]);
    },
    SLOW_MS,
  );

  it('in JSON is JSON', () => {
    for (const { place, text } of blocksIn('json')) {
      expect(() => JSON.parse(text) as unknown, place).not.toThrow();
    }
  });
});

describe('the commands in the documents', () => {
  const commands = blocks.flatMap(({ place, page, ...block }) =>
    shellCommands(shellText(block)).map((words) => ({ place, page, words })),
  );

  it('are of programs that a reader has, or of this repository', () => {
    const known =
      /^(cd|curl|export|expo|node|npm|npx|pnpm|yarn|miniapp|host-native|react-native|rm|vite|vitest|podman|@host\/cli|(?:@react-native-community\/cli|create-expo-app|pnpm)@[\d.]+)$/;
    const unknown = commands.filter(({ words }) => !known.test(words[0]!));
    expect(unknown.map(({ place, words }) => `${place} ${words.join(' ')}`)).toEqual([]);
  });

  it('of pnpm are scripts of the repository, with its version', async () => {
    const { scripts, packageManager } = JSON.parse(
      await readFile(join(ROOT, 'package.json'), 'utf8'),
    ) as { scripts: Record<string, string>; packageManager: string };
    const ofPnpm = commands.filter(({ words }) => words[0]!.startsWith('pnpm@'));
    expect(ofPnpm.length).toBeGreaterThan(4);
    for (const { place, words } of ofPnpm) {
      expect(words[0], place).toBe(packageManager);
      expect(Object.keys(scripts), place).toContain(words[1]);
    }
    for (const { path, text } of documents) {
      for (const [, script] of text.matchAll(/`pnpm ([a-z][\w:-]*)/g)) {
        expect(['run', ...Object.keys(scripts)], path).toContain(script);
      }
    }
  });

  it('of npm install packages of this repository, and run scripts of a new mini-app', async () => {
    const template = JSON.parse(
      await readFile(join(ROOT, 'packages/cli/templates/shared/package.json'), 'utf8'),
    ) as { scripts: Record<string, string> };
    // `build` is of the projects that Vite makes.
    const scripts = [...Object.keys(template.scripts), 'build'];
    for (const { place, words } of commands.filter((each) => each.words[0] === 'npm')) {
      const [, what, ...rest] = words;
      // What npm itself is set to is nobody's script.
      if (what === 'config') continue;
      const runs = what === 'run' ? rest[0] : what;
      expect(['ci', 'create', 'install', ...scripts], place).toContain(runs);
      for (const word of rest.filter((each) => each.startsWith('@host/'))) {
        // npm makes `@host/create-miniapp` of `create @host/miniapp@latest`.
        const name = word.replace(/@[^/]*$/, '').slice('@host/'.length);
        const folder = what === 'create' ? `create-${name}` : name;
        await readFile(join(ROOT, 'packages', folder, 'package.json'));
      }
    }
  });

  it('of node start files that are there or are built', async () => {
    for (const { place, page, words } of commands.filter((each) => each.words[0] === 'node')) {
      const folder = page.startsWith('apps/') ? folderOf(page) : '.';
      const file = words[1]!.replace(/^server\/dist\/main\.js$/, 'server/src/main.ts');
      await expect(readFile(join(ROOT, folder, file)), place).resolves.toBeDefined();
    }
  });

  it('of the server are its commands, with their options', async () => {
    const commandFiles: Record<string, string> = {
      backup: 'backup/backupCommand.ts',
      doctor: 'doctor/doctorCommand.ts',
      restore: 'backup/restoreCommand.ts',
      rotate: 'rotate.ts',
    };
    const ofServer = commands.filter(({ words }) => words[1] === 'server/dist/main.js');
    expect(ofServer.length).toBeGreaterThan(3);
    for (const { place, words } of ofServer) {
      const [, , command, ...rest] = words;
      if (command === undefined) continue;
      expect(Object.keys(commandFiles), place).toContain(command);
      const source = await readFile(
        join(ROOT, 'server/src/commands', commandFiles[command]!),
        'utf8',
      );
      const isChecked = (word: string) => command === 'rotate' || word.startsWith('-');
      for (const word of rest.filter(isChecked)) expect(source, place).toContain(word);
    }
  });
});
