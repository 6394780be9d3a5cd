import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { CONSOLE_TESTS } from './consoleTests.mjs';
import { LONG_FILES } from './longFiles.ts';
import { neededServices } from './neededServices.mjs';
import { selectFor } from './selectChanged.mjs';
import { SourceGraph } from './SourceGraph.mjs';
import { RUN_BY_OTHERS, namedAsTests } from './testFiles.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The test files that vitest selects for some words; all of them without words. */
async function runWith(...words) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'list', ...words, '--filesOnly', '--json'];
  const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return JSON.parse(stdout).map(({ file }) => relative(ROOT, file));
}

const named = await namedAsTests(ROOT);
/** Shared, so that files are parsed only once. */
const graph = new SourceGraph(ROOT);
const all = await runWith();

describe('the tests that `pnpm test` runs', () => {
  it('are all files with the name of a test, those of other frameworks through one of them', () => {
    const starts = Object.keys(RUN_BY_OTHERS);
    const left = named.filter((file) => !all.includes(file));
    expect(left.filter((file) => !starts.some((start) => file.startsWith(start)))).toEqual([]);
    expect(all).toEqual(expect.arrayContaining(Object.values(RUN_BY_OTHERS)));
    expect(all.length).toBeGreaterThan(400);
  });

  it('have among them the long ones, which are begun first', () => {
    expect(LONG_FILES.filter((file) => !all.includes(file))).toEqual([]);
  });

  it('are those whose path has a word, when words are given', async () => {
    const some = await runWith('push/websocket', 'kit/src');
    expect(some).toEqual(
      expect.arrayContaining([
        'packages/kit/src/icon/icons.test.ts',
        'server/src/push/websocket/rfc6455.test.ts',
      ]),
    );
    expect(some.filter((file) => !/push\/websocket|kit\/src/.test(file))).toEqual([]);
  });
});

describe('what changed', () => {
  it('selects the tests that import it, through however many files', () => {
    const { tests, unknown } = selectFor(
      ['packages/kit/src/theme/contrast.ts'],
      named,
      ROOT,
      graph,
    );
    expect(tests).toContain('packages/kit/src/theme/contrast.test.ts');
    expect(tests).not.toContain('server/src/push/live/Hub.test.ts');
    expect(unknown).toEqual([]);
    const { tests: ofWire } = selectFor(
      ['server/src/push/websocket/SocketWire.ts'],
      named,
      ROOT,
      graph,
    );
    expect(ofWire).toContain('server/src/push/websocket/rfc6455.test.ts');
    expect(ofWire).not.toContain('packages/kit/src/theme/contrast.test.ts');
  });

  it('stops at what puts the server together, takes what lies beside, and says how much it left', () => {
    const changed = ['server/src/push/jobs/JobQueue.ts'];
    const { tests, report } = selectFor(changed, named, ROOT, graph);
    expect(tests).toEqual(
      expect.arrayContaining([
        'server/src/push/jobs/JobQueue.test.ts',
        // It starts a server and is beside an importer of the queue.
        'server/src/push/push-services/pushServices.test.ts',
      ]),
    );
    expect(tests).not.toContain('server/src/people/sessions/sessionRoutes.test.ts');
    expect(tests.length).toBeLessThan(30);
    expect(report).toMatch(
      /\d{3} more start a server with them, through server\/src\/buildServer.ts/,
    );
  });

  it('selects all that start a server for what puts it together', () => {
    const { tests, report } = selectFor(['server/src/buildServer.ts'], named, ROOT, graph);
    expect(tests).toContain('server/src/people/sessions/sessionRoutes.test.ts');
    expect(tests.length).toBeGreaterThan(100);
    expect(report).not.toContain('more start a server');
  });

  it('selects the tests of the console that use a part of the API in a browser', () => {
    const { tests } = selectFor(
      ['server/src/push/templates/templateRoutes.ts'],
      named,
      ROOT,
      graph,
    );
    expect(tests.filter((file) => file.startsWith('e2e/'))).toEqual([
      'e2e/console/push.browser.test.ts',
    ]);
  });

  it('knows every test of the console, and names only what there is of the server', () => {
    const ofConsole = named.filter((file) => file.startsWith('e2e/console/'));
    expect(CONSOLE_TESTS.map(({ test }) => test).toSorted()).toEqual(ofConsole.toSorted());
    const files = [...graph.reach(named)];
    const starts = CONSOLE_TESTS.flatMap((each) => each.starts);
    const gone = starts.filter((start) => !files.some((file) => file.startsWith(start)));
    expect(gone).toEqual([]);
  });

  it('selects a test that was changed itself, and the one that runs it where that is another', () => {
    const changed = ['packages/kit/src/icon/icons.test.ts', 'packages/push/jest/push.test.ts'];
    expect(selectFor(changed, named, ROOT, graph).tests).toEqual([
      'e2e/push/nativePush.test.ts',
      'packages/kit/src/icon/icons.test.ts',
    ]);
  });

  it.each([
    ['apps/host/src/screens/MiniAppScreen.tsx', 'e2e/host.browser.test.ts'],
    ['apps/console/src/index.tsx', 'e2e/console/shell.browser.test.ts'],
    ['apps/docs/src/site/startSearch.ts', 'e2e/docs-site.browser.test.ts'],
  ])('selects for %s the test that opens it in a browser', (file, test) => {
    const { tests, unknown } = selectFor([file], named, ROOT, graph);
    expect(tests).toContain(test);
    expect(unknown).toEqual([]);
  });

  it.each([
    [
      'packages/cli/templates/list/src/App.tsx',
      [
        'packages/cli/src/commands/create/createCommand.test.ts',
        'packages/cli/src/commands/create/templates.test.ts',
      ],
    ],
    [
      'packages/create-host/template/src/Catalog.tsx',
      ['packages/create-host/src/createHostCommand.test.ts', 'e2e/languages.test.ts'],
    ],
    [
      'packages/cli/templates/list/test/app.test.ts',
      ['packages/cli/src/commands/create/templates.test.ts'],
    ],
  ])(
    'selects for %s of a template the tests that read it or run a project of it',
    (file, expected) => {
      const { tests, unknown } = selectFor([file], named, ROOT, graph);
      expect(tests).toEqual(expect.arrayContaining(expected));
      expect(unknown).toEqual([]);
    },
  );

  it('selects what reads the documents, and says which file no test imports', () => {
    const { tests, unknown, report } = selectFor(['docs/push.md', 'knip.json'], named, ROOT, graph);
    expect(tests).toContain('e2e/architecture.test.ts');
    expect(unknown).toEqual(['knip.json']);
    expect(report).toContain('!!! No test imports knip.json');
  });
});

describe('before the tests', () => {
  const neededBy = (...files) => [...neededServices(graph, files)].toSorted();

  it.each([
    ['nothing is started or built', 'packages/kit/src/theme/contrast.test.ts', []],
    ['nothing either', 'server/src/push/websocket/acceptSockets.test.ts', []],
    ['the database is started', 'server/src/people/sessions/sessionRoutes.test.ts', ['postgres']],
    ['C is compiled', 'server/src/push/websocket/Receiver.test.ts', ['native']],
    ['the server is built', 'server/test/strayErrors.test.ts', ['server']],
    ['the command is built', 'packages/bundler/src/assets.test.ts', ['tools']],
    ['Ruby is found', 'packages/native-project/src/generate/files.test.ts', ['ruby']],
    ['a browser is found', 'e2e/kit-gallery/look.test.ts', ['headless']],
  ])('%s for %s', (_, file, services) => {
    expect(all).toContain(file);
    expect(neededBy(file)).toEqual(services);
  });

  it('everything is there for all of them', () => {
    expect(neededBy(...all)).toEqual([
      'arm64',
      'buildah',
      'chromium',
      'dbus',
      'headless',
      'kubectl',
      'mmdebstrap',
      'native',
      'nats',
      'nginx',
      'pgbouncer',
      'postgres',
      'promtool',
      'ruby',
      'server',
      'systemd',
      'tools',
    ]);
  });
});
