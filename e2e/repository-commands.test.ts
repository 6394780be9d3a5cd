import { expect, it } from 'vitest';

import { documentedBlock } from '../scripts/build/documentedBlock.ts';
import { readDocuments } from '../scripts/build/documents.mjs';
import { inlineCode } from './docs/inlineCode.ts';
import { repositoryProblem } from './docs/repositoryCommands.ts';

/** Blocks that run the tests: run by a test they would not end. What starts the server in them is run from README.md. */
const BLOCKS = [
  await documentedBlock('README.md', 'sh', 'pnpm@12.18.0 test\n'),
  await documentedBlock('CONTRIBUTING.md', 'sh', 'pnpm@12.18.0 check '),
  await documentedBlock('CONTRIBUTING.md', 'sh', 'test --changed=main'),
  await documentedBlock('packages/kit/README.md', 'sh', 'UPDATE_REFERENCES=1'),
];
const SENTENCES = (await readDocuments())
  .flatMap(({ text }) => inlineCode(text))
  // pnpm's own commands and options are held by `docs.test.ts`.
  .filter((code) => /^(?:[A-Z_]+=\S+ )*pnpm (?!-|run |create )/.test(code));
const COMMANDS = [
  ...new Set([...BLOCKS.flatMap((block) => block.split('\n').filter(Boolean)), ...SENTENCES]),
];

it('commands of the repository name scripts, options, tests and variables that are there', async () => {
  expect(SENTENCES.length).toBeGreaterThan(10);
  const problems = await Promise.all(
    COMMANDS.map(async (command) => ({ command, problem: await repositoryProblem(command) })),
  );
  expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([]);
});

it.each([
  ['npx --yes pnpm@12.18.0 tset', 'there is no script tset'],
  ['npx --yes pnpm@12.17.0 test', 'pnpm@12.17.0 is not pnpm@12.18.0'],
  ['pnpm test --chagned', 'vitest knows no --chagned'],
  ['pnpm test push/livee', 'no test has push/livee in its path'],
  ["pnpm test push/live -t 'rolling bakc'", 'none of its tests has rolling bakc'],
  ['PICTURE=/tmp pnpm test docs-site.browser', "none of its tests has ['PICTURE']"],
  ['npx vitest run e2e/kit-galery', 'no test has e2e/kit-galery in its path'],
  ['pnpm test:on-node 23', 'test:on-node knows no 23'],
  ['pnpm test:on-node 24 --everything', 'test:on-node knows no --everything'],
  ['pnpm check lnt', 'check knows no lnt'],
  ['pnpm faults --sead 7', 'faults knows no --sead'],
])('one that is misspelt is told: %s', async (command, problem) => {
  expect(await repositoryProblem(command)).toContain(problem);
});
