import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { SourceGraph } from './SourceGraph.mjs';
import { RUN_BY_OTHERS, namedAsTests } from './testFiles.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What tests read without importing it. */
const READ_BY = [
  [/\.md$/, ['e2e/architecture.test.ts', 'e2e/interface-table.test.ts', 'e2e/docs.test.ts']],
  [/(^|\/)package\.json$/, ['e2e/architecture.test.ts', 'e2e/readmes.test.ts']],
  [
    /^server\/native\//,
    [
      'server/src/push/websocket/nativeSockets.test.ts',
      'server/src/push/websocket/Receiver.test.ts',
    ],
  ],
  // Built apps, which their tests open in a browser.
  [/^apps\/host\/src\//, ['e2e/host.browser.test.ts']],
  [/^apps\/docs\/src\//, ['e2e/docs-site.browser.test.ts']],
  [/^packages\/cli\/templates\//, ['packages/cli/src/commands/create/createCommand.test.ts']],
];

/**
 * The tests that what changed since a commit may break, with a report for people: those that import it, through however
 * many files.
 */
export async function selectChanged(since, root = ROOT) {
  const [base] = since === 'HEAD' ? ['HEAD'] : await gitLines(root, 'merge-base', since, 'HEAD');
  const changed = [
    ...(await gitLines(root, 'diff', '--name-only', '--relative', base)),
    ...(await gitLines(root, 'ls-files', '--others', '--exclude-standard')),
  ];
  return selectFor(changed, await namedAsTests(root), root);
}

/** The same for files that are known. */
export function selectFor(changed, named, root) {
  const there = named.filter((file) => existsSync(join(root, file)));
  const direct = there.filter((file) => runnerOf(file) === undefined);
  const graph = new SourceGraph(root);
  const reached = graph.reach(there);
  const tests = new Set(graph.whoReach(there, changed).map((file) => runnerOf(file) ?? file));
  const unknown = [];
  for (const file of changed) {
    const readers = READ_BY.filter(([pattern]) => pattern.test(file)).flatMap(([, by]) => by);
    for (const reader of readers) if (direct.includes(reader)) tests.add(reader);
    if (readers.length === 0 && !reached.has(file)) unknown.push(file);
  }
  const selected = [...tests].filter((file) => direct.includes(file)).toSorted();
  const report = [
    `${changed.length} changed files, ${selected.length} of ${direct.length} test files for them.`,
    ...unknown.map(
      (file) => `!!! No test imports ${file}: choose one by a word, pnpm test <word>.`,
    ),
  ].join('\n');
  return { tests: selected, unknown, report };
}

function runnerOf(file) {
  return Object.entries(RUN_BY_OTHERS).find(([start]) => file.startsWith(start))?.[1];
}

/** What Git answers, line by line. */
async function gitLines(root, ...args) {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)('git', args, options);
  return stdout.split('\n').filter(Boolean);
}
