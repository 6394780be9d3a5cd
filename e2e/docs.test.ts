import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from 'vitest';

import { readDocuments } from '../scripts/build/documents.mjs';
import { fencedBlocks } from '../scripts/build/fencedBlocks.mjs';
import { shellCommands, shellText } from '../scripts/build/shellCommands.mjs';
import { type Snippet, compileSnippets } from './docs/compileSnippets.ts';
import { OF_A_PROJECT } from './docs/coveredBlocks.ts';
import {
  exampleSnippets,
  exportedNames,
  ofReader,
  undeclaredName,
} from './docs/exampleSnippets.ts';
import { inlineCode } from './docs/inlineCode.ts';
import { jsonSnippet } from './docs/jsonSnippet.ts';
import { NAMES_OF_READERS } from './docs/namesOfReaders.ts';
import { jsonProblem, shownJson } from './docs/shownJson.ts';

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
const configurations = [
  ...blocksIn('json').map(({ place, text }) => ({ place, json: text })),
  ...documents.flatMap(({ path, text }) =>
    inlineCode(text)
      .filter((code) => /^"(?:push|exactAlarms)": /.test(code))
      .map((code) => ({ place: `${path}:1`, json: `{${code}}` })),
  ),
].map(({ place, json }) => ({ place, snippet: jsonSnippet(place, json) }));
const references = all.filter(isReference);
const examples = references.flatMap(({ path, text }) => exampleSnippets(path, text));
const exported = new Set(references.flatMap(({ text }) => exportedNames(text)));

/** The examples of the kit's reference with names of its exports misspelt, each as a page of its own. */
const MISSPELT = [
  ['useToast(', 'useTost('],
  ['<Button', '<Buton'],
  ['setHostTheme(', 'setHostTheem('],
].map(([name = '', wrong = '']) => {
  const page = `${REFERENCE}kit.md`;
  const { text } = references.find(({ path }) => path === page)!;
  const example = fencedBlocks(text).find(
    (each) => each.language === 'tsx' && each.text.includes(name),
  )!;
  const wronged = text.replace(example.text, example.text.replaceAll(name, wrong));
  const snippet = exampleSnippets(page, wronged).find(({ text: whole }) => whole.includes(wrong));
  return { place: `docs/with-${wrong.replaceAll(/\W/g, '')}.md:1`, name: wrong, snippet: snippet! };
});

describe('the code in the documents', () => {
  it('is in languages that are held', () => {
    const unknown = blocks.filter(({ language }) => ![...HELD, ...NOT_HELD].includes(language));
    expect(unknown.map(({ place, language }) => `${place} ${language}`)).toEqual([]);
  });

  let complaints: string[];
  // In one program: most of the time goes into what they import.
  beforeAll(async () => {
    const ofJson = configurations.flatMap(({ snippet }) => snippet ?? []);
    const misspelt = MISSPELT.map(({ place, snippet }) => ({ ...snippet, place }));
    complaints = await compileSnippets([...snippets, ...ofJson, ...examples, ...misspelt]);
  }, SLOW_MS);

  it('compiles, as strictly as a new mini-app', () => {
    expect(snippets.length).toBeGreaterThan(15);
    const isElsewhere = (each: string) =>
      each.startsWith(REFERENCE) || each.startsWith('docs/with-');
    expect(complaints.filter((each) => !isElsewhere(each))).toEqual([]);
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
    expect(ofExamples.filter((each) => !ofReader(each, exported))).toEqual([]);
    // A name that no example uses any more would only hide a misspelt one.
    const used = new Set(ofExamples.map(undeclaredName));
    expect([...NAMES_OF_READERS].filter((name) => !used.has(name))).toEqual([]);
  });

  it.each(MISSPELT)(
    'in the reference does not fit with a misspelt name: $name',
    ({ place, name }) => {
      const found = complaints.filter(
        (each) => each.startsWith(place.slice(0, -2)) && !ofReader(each, exported),
      );
      expect(found.map(undeclaredName)).toContain(/\w+/.exec(name)![0]);
    },
  );

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

  it('in JSON is JSON, of a type that is known', () => {
    for (const { place, text } of blocksIn('json')) {
      expect(() => JSON.parse(text) as unknown, place).not.toThrow();
    }
    expect(configurations.filter(({ snippet }) => !snippet).map(({ place }) => place)).toEqual([]);
  });

  it('in JSON fits its schema: configurations, bodies of requests, answers and frames', () => {
    const shown = documents.flatMap(({ path, text }) => shownJson(path, text));
    expect(shown.length).toBeGreaterThan(30);
    const wrong = shown.flatMap(({ place, value }) => {
      const problem = jsonProblem(value);
      return problem === undefined ? [] : [`${place}: ${problem}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['{"transport": "header"}', 'it does not fit its schema'],
    ['"translations": { "de": { "title": "Karten" } }', 'it does not fit its schema'],
    ['{"colour": "red"}', 'no schema is known for colour'],
  ])('in JSON that fits none is told: %s', (code, problem) => {
    const [{ value } = { value: {} }] = shownJson('docs/wrong.md', `Send \`${code}\`.`);
    expect(jsonProblem(value)).toBe(problem);
  });
});

describe('the commands in the documents', () => {
  const ofBlocks = blocks.flatMap(({ place, page, ...block }) =>
    shellCommands(shellText(block)).map((words) => ({ place, page, words })),
  );
  /** Sentences name commands without all that they are given. Those of `miniapp` are held by a test of its own. */
  const PROGRAMS =
    /^(?:[A-Z_]+=\S+ )*(?:npx|adb|apt|brew|buildah|bundle|curl|docker|expo|gem|git|gradle|host-native|keytool|kubectl|node|npm|openssl|pip|pnpm|pod|podman|psql|python3?|react-native|sh|sudo|systemctl|tsx|xcodebuild|xcrun|yarn) /;
  const ofSentences = documents.flatMap(({ path: page, text }) =>
    inlineCode(text)
      .filter((code) => PROGRAMS.test(code))
      .flatMap((code) =>
        shellCommands(code).map((words) => ({ place: `${page}: ${code}`, page, words })),
      ),
  );
  const commands = [...ofBlocks, ...ofSentences];

  it('are of programs that a reader has, or of this repository', () => {
    const known =
      /^(adb|basenc|cd|curl|export|expo|keytool|openssl|node|npm|npx|pnpm|pod|tsx|web-push|yarn|miniapp|host-native|react-native|rm|vite|vitest|podman|@host\/(?:cli|create-host)|(?:@react-native-community\/cli|create-expo-app|pnpm)@[\d.]+)$/;
    expect(ofSentences.length).toBeGreaterThan(40);
    const unknown = commands.filter(({ words }) => !known.test(words[0]!));
    expect(unknown.map(({ place, words }) => `${place} ${words.join(' ')}`)).toEqual([]);
  });

  it('of pnpm are scripts of the repository, with its version', async () => {
    const { scripts, packageManager } = JSON.parse(
      await readFile(join(ROOT, 'package.json'), 'utf8'),
    ) as { scripts: Record<string, string>; packageManager: string };
    const scriptsOf = async (name: string | undefined) => {
      const folder = { '@host/app': 'apps/host', '@host/server': 'server' }[name ?? ''];
      const text = await readFile(join(ROOT, folder ?? '', 'package.json'), 'utf8');
      return (JSON.parse(text) as { scripts: Record<string, string> }).scripts;
    };
    // Without a version they stand in sentences: CONTRIBUTING.md says which one that is.
    const isOurs = ({ words }: { words: string[] }) => words[0]!.startsWith('pnpm@');
    const named = ofSentences.filter((each) => isOurs(each) || each.words[0] === 'pnpm');
    const ofPnpm = [...ofBlocks.filter(isOurs), ...named];
    expect(ofPnpm.length).toBeGreaterThan(15);
    for (const { place, words } of ofPnpm) {
      expect(['pnpm', packageManager], place).toContain(words[0]);
      // The options of pnpm itself are about where it installs from.
      const [first, ...rest] = words.slice(1).filter((word) => !word.startsWith('--config'));
      if (first === undefined || first === 'create' || first === 'run') continue;
      const isFiltered = first === '--filter';
      const known = isFiltered ? await scriptsOf(rest[0]) : scripts;
      expect(Object.keys(known), place).toContain(isFiltered ? rest[1] : first);
    }
  });

  it('of npm install packages of this repository, and run scripts of a new mini-app or host', async () => {
    const scriptsOf = async (folder: string) => {
      const text = await readFile(join(ROOT, folder, 'package.json'), 'utf8');
      return Object.keys((JSON.parse(text) as { scripts: object }).scripts);
    };
    // `build` and `dev` are of the projects that Vite makes.
    const ofMiniApp = [...(await scriptsOf('packages/cli/templates/shared')), 'build', 'dev'];
    const ofHost = await scriptsOf('packages/create-host/template');
    for (const { place, page, words } of commands.filter((each) => each.words[0] === 'npm')) {
      const [, what, ...rest] = words;
      // What npm itself is set to is nobody's script.
      if (what === 'config') continue;
      const runs = what === 'run' ? rest[0] : what;
      const scripts = page.startsWith('packages/create-host/template/') ? ofHost : ofMiniApp;
      expect(['ci', 'create', 'install', 'pack', ...scripts], place).toContain(runs);
      for (const word of rest.filter((each) => each.startsWith('@host/'))) {
        // npm makes `@host/create-miniapp` of `create @host/miniapp@latest`.
        const name = word.replace(/@[^/]*$/, '').slice('@host/'.length);
        const folder = what === 'create' ? `create-${name}` : name;
        await readFile(join(ROOT, 'packages', folder, 'package.json'));
      }
    }
  });

  it('of programs of others are ones that they have', () => {
    const theirs: Record<string, string[]> = {
      adb: ['reverse'],
      expo: ['prebuild', 'start'],
      pod: ['install'],
      'react-native': ['bundle', 'run-android', 'run-ios', 'start'],
      'web-push': ['generate-vapid-keys'],
      yarn: ['add', 'create', 'dlx', 'install'],
    };
    for (const { place, words } of commands.filter((each) => theirs[each.words[0]!])) {
      expect(theirs[words[0]!], place).toContain(words[1]);
    }
  });

  it('of keytool have options that it has', () => {
    const options = '-genkeypair -storetype -keystore -alias -keyalg -keysize -validity'.split(' ');
    const ofKeytool = commands.filter(({ words }) => words[0] === 'keytool');
    expect(ofKeytool).toHaveLength(1);
    for (const { place, words } of ofKeytool) {
      const used = words.filter((word) => word.startsWith('-'));
      expect(
        used.filter((word) => !options.includes(word)),
        place,
      ).toEqual([]);
    }
  });

  it('of our own packages are those that the packages have', async () => {
    const help = await readFile(join(ROOT, 'packages/native-project/src/main.ts'), 'utf8');
    for (const { place, words } of commands.filter((each) => each.words[0] === 'host-native')) {
      for (const word of words.slice(1)) expect(help, place).toContain(` ${word} `);
    }
    for (const { place, words } of commands.filter((each) => each.words[0]!.startsWith('@host/'))) {
      const folder = words[0]!.replace('@host/', 'packages/');
      const text = await readFile(join(ROOT, folder, 'package.json'), 'utf8');
      expect(JSON.parse(text), place).toHaveProperty('bin');
    }
  });

  it('of openssl make a secret', async () => {
    const ofSecrets = documents
      .flatMap(({ text }) => inlineCode(text))
      .filter((code) => code.startsWith('openssl '));
    expect(ofSecrets.length).toBeGreaterThan(2);
    for (const command of ofSecrets) {
      const { stdout } = await promisify(execFile)('sh', ['-e', '-c', command]);
      expect(stdout.trim(), command).toMatch(/^[\w+/=-]{43,}$/);
    }
  });

  it('of tsx run files that are there', async () => {
    for (const { place, words } of commands.filter((each) => each.words[0] === 'tsx')) {
      await expect(readFile(join(ROOT, words[1]!)), place).resolves.toBeDefined();
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
