import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { CONSOLE_TESTS } from './consoleTests.mjs';
import { SourceGraph } from './SourceGraph.mjs';
import { RUN_BY_OTHERS, isNamedAsTest, namedAsTests } from './testFiles.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Files that tests read without importing them. */
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
  // Built apps, which tests open in a browser.
  [/^apps\/host\/src\//, ['e2e/host.browser.test.ts']],
  [/^apps\/docs\/src\//, ['e2e/docs-site.browser.test.ts']],
  [/^deploy\//, ['e2e/deploy-files.test.ts', 'e2e/deploy-image.test.ts']],
  [/^\.github\/workflows\//, ['scripts/node-versions/installNode.test.mjs']],
  // Templates: tests write them as projects and run those, or read their texts.
  [
    /^packages\/cli\/templates\//,
    [
      'packages/cli/src/commands/create/createCommand.test.ts',
      'packages/cli/src/commands/create/templates.test.ts',
    ],
  ],
  [
    /^packages\/create-host\/template\//,
    ['packages/create-host/src/createHostCommand.test.ts', 'e2e/languages.test.ts'],
  ],
];

/** The composition root of the server: it imports everything, and every test that starts a server imports it. */
const PUTS_TOGETHER = /^server\/src\/[^/]+$/;

/**
 * The tests near what changed since a commit, with a report for people: those that import it transitively, and, where the
 * composition root of the server is on the way, those beside the other files on the way.
 */
export async function selectChanged(since, root = ROOT) {
  const [base] = since === 'HEAD' ? ['HEAD'] : await gitLines(root, 'merge-base', since, 'HEAD');
  const changed = [
    ...(await gitLines(root, 'diff', '--name-only', '--relative', base)),
    ...(await gitLines(root, 'ls-files', '--others', '--exclude-standard')),
  ];
  return selectFor(changed, await namedAsTests(root), root);
}

/** Selects the tests near given files. */
export function selectFor(changed, named, root, graph = new SourceGraph(root)) {
  const there = named.filter((file) => existsSync(join(root, file)));
  const direct = there.filter((file) => runnerOf(file) === undefined);
  const importers = graph.importers(there);
  /** @type {Set<string>} */
  const tests = new Set();
  /** @type {Set<string>} */
  const far = new Set();
  const unknown = [];
  for (const file of changed) {
    const readers = readersOf(file);
    for (const reader of readers) tests.add(reader);
    const importing = testsImporting(file, there, importers);
    for (const each of importing.near) tests.add(runnerOf(each) ?? each);
    for (const each of importing.far) far.add(runnerOf(each) ?? each);
    if (readers.length + importing.near.length + importing.far.length === 0) unknown.push(file);
  }
  const selected = [...tests].filter((file) => direct.includes(file)).toSorted();
  const left = [...far].filter((file) => !tests.has(file)).length;
  const report = [
    `${changed.length} changed files, ${selected.length} of ${direct.length} test files for them.`,
    ...(left > 0
      ? [
          `${left} more start a server with them, through server/src/buildServer.ts: pnpm test runs them, too.`,
        ]
      : []),
    ...unknown.map(
      (file) => `!!! No test imports ${file}: choose one by a word, pnpm test <word>.`,
    ),
  ].join('\n');
  return { tests: selected, unknown, report };
}

function readersOf(file) {
  const reading = READ_BY.filter(([pattern]) => pattern.test(file)).flatMap(([, by]) => by);
  const opening = CONSOLE_TESTS.filter(({ starts }) =>
    starts.some((each) => file.startsWith(each)),
  );
  return [...reading, ...opening.map(({ test }) => test)];
}

/**
 * The tests that import a file. Near ones do so without the server's composition root; of tests that start a server, those
 * beside the file and beside its importers are near, or, if there are none, those in the closest parent folder.
 */
function testsImporting(file, tests, importers) {
  const isCut = (each) => each !== file && PUTS_TOGETHER.test(each);
  const all = whoImports(file, importers);
  const directly = whoImports(file, importers, PUTS_TOGETHER.test(file) ? undefined : isCut);
  const starting = tests.filter((each) => all.has(each) && !directly.has(each));
  const beside = [...directly].filter((each) => !isNamedAsTest(each) && !isCut(each));
  const folders = new Set(beside.map((each) => dirname(each)));
  const near = tests.filter((each) => directly.has(each));
  near.push(...starting.filter((each) => folders.has(dirname(each))));
  for (let folder = dirname(file); near.length === 0 && folder !== '.'; folder = dirname(folder)) {
    near.push(...starting.filter((each) => each.startsWith(`${folder}/`)));
  }
  return { near, far: starting.filter((each) => !near.includes(each)) };
}

/** A file and its transitive importers, not following those for which `isCut` is true. */
function whoImports(file, importers, isCut = () => false) {
  const found = new Set([file]);
  // Iterating a set includes what is added during the iteration.
  for (const each of found) {
    if (isCut(each)) continue;
    for (const importer of importers.get(each) ?? []) found.add(importer);
  }
  return found;
}

function runnerOf(file) {
  return Object.entries(RUN_BY_OTHERS).find(([start]) => file.startsWith(start))?.[1];
}

/** The lines of Git's output. */
async function gitLines(root, ...args) {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)('git', args, options);
  return stdout.split('\n').filter(Boolean);
}
