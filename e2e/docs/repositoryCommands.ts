import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseCLI } from 'vitest/node';

import { shellCommands } from '../../scripts/build/shellCommands.mjs';
import { NODE_VERSIONS } from '../../scripts/node-versions/nodeVersions.mjs';
import { namedAsTests } from '../../scripts/test/testFiles.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** Options of the repository's own, beside those of vitest. */
const OF_TEST = /^--changed(?:=[\w/.-]+)?$/;

/**
 * Why a command of this repository does not do what a page says, in one sentence; undefined for one that does. For commands that
 * would start the test that asks: nothing of them is run. Scripts, options, words in paths and variables have to be there.
 */
export async function repositoryProblem(command: string): Promise<string | undefined> {
  const [[program = '', ...words] = []] = shellCommands(command);
  const variables = [...command.matchAll(/\b([A-Z_]+)=\S+ /g)].map(([, name]) => name!);
  if (program === 'vitest') return testsProblem(words, variables);
  const { scripts, packageManager } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  ) as { scripts: Record<string, string>; packageManager: string };
  if (program !== 'pnpm' && program !== packageManager) {
    return `${program} is not ${packageManager}`;
  }
  const [name = '', ...rest] = words;
  const script = scripts[name];
  if (script === undefined) return `there is no script ${name}`;
  if (name === 'test') {
    return testsProblem(['run', ...rest.filter((word) => !OF_TEST.test(word))], variables);
  }
  if (variables.length > 0) return `nothing reads ${variables.join(', ')}`;
  const [, file] = /(\S+\.m?[tj]s)\b/.exec(script) ?? [];
  const source = file === undefined ? '' : await readFile(join(ROOT, file), 'utf8');
  const unknown = rest.find((word) => !isKnown(word, name, source));
  return unknown === undefined ? undefined : `${name} knows no ${unknown}`;
}

const ofVitest = execFileSync(process.execPath, [VITEST, '--help'], { encoding: 'utf8' });
const isOption = (word: string) => new RegExp(`^ +(?:-\\w, )?${word}[, ]`, 'm').test(ofVitest);

/** Whether a script says of a word what it is: an option, the name of a step, a version of Node. */
function isKnown(word: string, script: string, source: string): boolean {
  if (/^\d+$/.test(word)) return script !== 'test:on-node' || word in NODE_VERSIONS;
  return new RegExp(`(?:'|^ +|pnpm ${script} )${word}(?:'|:| )`, 'm').test(source);
}

/** The same of words after `vitest`: each is in the path of a test, and what they ask for is in one of these. */
async function testsProblem(
  words: readonly string[],
  variables: readonly string[],
): Promise<string | undefined> {
  const { filter, options } = parseCLI(['vitest', ...words]);
  const unknown = words.find((word) => word.startsWith('-') && !isOption(word));
  if (unknown !== undefined) return `vitest knows no ${unknown}`;
  const all = await namedAsTests(ROOT);
  const lost = filter.find((word) => !all.some((file) => file.includes(word)));
  if (lost !== undefined) return `no test has ${lost} in its path`;
  const files = all.filter((file) => filter.some((word) => file.includes(word)));
  const sources = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')));
  const texts = [options.testNamePattern ?? [], variables.map((name) => `['${name}']`)].flat();
  const missed = texts.find((text) => !sources.some((source) => source.includes(String(text))));
  return missed === undefined ? undefined : `none of its tests has ${String(missed)}`;
}
