import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import {
  INSTALLS,
  OF_A_PROJECT,
  type PageBlock,
  readBlocks,
  readTaken,
  takes,
} from './docs/coveredBlocks.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** `e2e/docs.test.ts` compiles these, or parses them. */
const COMPILED = new Set(['ts', 'tsx', 'js', 'json']);

/** Blocks that no test takes from their page as they stand: which, why not, and the test that holds what they say. */
const NOT_TAKEN: { page: string; text: string; why: string; heldBy?: string }[] = [
  {
    page: 'ARCHITECTURE.md',
    text: 'published libraries, one job each',
    why: 'a picture',
    heldBy: 'e2e/architecture.test.ts',
  },
  {
    page: 'ARCHITECTURE.md',
    text: 'L8  bench',
    why: 'a picture',
    heldBy: 'e2e/architecture.test.ts',
  },
  {
    page: 'ARCHITECTURE.md',
    text: 'overview   → push',
    why: 'a picture',
    heldBy: 'e2e/architecture.test.ts',
  },
  {
    page: 'README.md',
    text: 'pnpm@12.18.0 test\n',
    why: 'it is what runs this',
    heldBy: 'e2e/docs.test.ts',
  },
  {
    page: 'CONTRIBUTING.md',
    text: 'pnpm@12.18.0 check ',
    why: 'it is what runs this; the start is run from README.md',
    heldBy: 'e2e/docs.test.ts',
  },
  {
    page: 'CONTRIBUTING.md',
    text: 'test --changed=main',
    why: 'parts of what runs this',
    heldBy: 'scripts/test/selectTests.test.mjs',
  },
  {
    page: 'docs/libraries-and-assets.md',
    text: 'react-native-svg has native code',
    why: 'what a command says',
    heldBy: 'packages/bundler/src/UnsharedImportsPlugin.test.ts',
  },
  {
    page: 'docs/operating.md',
    text: 'assemble-server.mjs /opt/host-server',
    why: 'it installs for minutes',
    heldBy: 'e2e/deploy-image.test.ts',
  },
  {
    page: 'docs/operating.md',
    text: 'podman build',
    why: 'buildah builds the same file where there is no podman',
    heldBy: 'e2e/deploy-image.test.ts',
  },
  {
    page: 'docs/operating.md',
    text: '/backups/before-the-move',
    why: 'addresses of a database and objects that are elsewhere',
    heldBy: 'server/test/backup.test.ts',
  },
  {
    page: 'docs/console.md',
    text: 'CONSOLE_OIDC_ISSUER=',
    why: 'variables, and no command',
    heldBy: 'server/src/config/readConsoleOidc.test.ts',
  },
  {
    page: 'docs/libraries.md',
    text: 'react-native-svg has native code',
    why: 'what a command says',
    heldBy: 'packages/cli/src/check/run/hostModules.test.ts',
  },
  {
    page: 'docs/people.md',
    text: 'SMTP_URL=',
    why: 'variables, and no command',
    heldBy: 'server/src/config/readConfig.test.ts',
  },
  {
    page: 'docs/push-protocol.md',
    text: 'base64url(32 random bytes)',
    why: 'a formula',
    heldBy: 'packages/contracts/src/push/live/protocol.test.ts',
  },
  {
    page: 'docs/push-protocol.md',
    text: 'PUT /v1/push/scheduled/tea',
    why: 'a request as it goes over the wire',
    heldBy: 'server/src/push/device-schedule/deviceSchedule.test.ts',
  },
  {
    page: 'docs/push-protocol.md',
    text: 'new WebSocket(',
    why: 'one line of a client',
    heldBy: 'packages/contracts/src/push/live/protocol.test.ts',
  },
  {
    page: 'docs/push-protocol.md',
    text: '{"type":',
    why: 'frames as they go over the wire',
    heldBy: 'packages/contracts/src/push/live/protocol.test.ts',
  },
  {
    page: 'docs/push-protocol.md',
    text: '<key with miniApps>',
    why: 'a request and its answer as they go over the wire',
    heldBy: 'server/src/push/send/toPerson.test.ts',
  },
  {
    page: 'docs/quotas.md',
    text: 'storage_quota_used_ratio',
    why: 'a query of Prometheus, whose like is among the alerts',
    heldBy: 'e2e/deploy-files.test.ts',
  },
  { page: 'docs/threat-model.md', text: 'stranger ─┐', why: 'a picture' },
  {
    page: 'packages/cli/README.md',
    text: 'npx @host/cli create ',
    why: 'it asks, and has to be answered; README.md has the same without questions',
    heldBy: 'e2e/readme-blocks.test.ts',
  },
  {
    page: 'packages/cli/templates/shared/README.md',
    text: 'npm run typecheck',
    why: 'the scripts of a new project',
    heldBy: 'packages/cli/test/published.test.ts',
  },
  {
    page: 'packages/create-miniapp/README.md',
    text: 'tickets --@host:registry=http://localhost:8080/npm/\n',
    why: 'it asks, and has to be answered; with its options it is run',
    heldBy: 'e2e/readme-blocks.test.ts',
  },
  {
    page: 'packages/create-miniapp/README.md',
    text: 'pnpm --config',
    why: 'with the pnpm that a reader has installed',
    heldBy: 'packages/cli/test/published.test.ts',
  },
  { page: 'packages/host-runtime/README.md', text: 'appId → resolve', why: 'a picture' },
  {
    page: 'packages/kit/README.md',
    text: 'UPDATE_REFERENCES=1',
    why: 'it writes the pictures that tests compare with',
    heldBy: 'e2e/kit-gallery/look.test.ts',
  },
  {
    page: 'packages/native-project/README.md',
    text: 'npx host-native\n',
    why: 'docs/embed.md has the same, and is followed',
    heldBy: 'e2e/guide-native.test.ts',
  },
  {
    page: 'packages/native-project/README.md',
    text: 'npx host-native apply',
    why: 'docs/embed.md has the same, and is followed',
    heldBy: 'e2e/guide-native.test.ts',
  },
  {
    page: 'apps/host/README.md',
    text: 'build.mjs ios',
    why: 'built once for all tests',
    heldBy: 'e2e/host-headless.test.ts',
  },
  {
    page: 'apps/host/README.md',
    text: 'pnpm native',
    why: 'the command behind it is run',
    heldBy: 'e2e/host-native.test.ts',
  },
];

const blocks = await readBlocks();
const taken = await readTaken();
const isListed = (block: PageBlock) =>
  NOT_TAKEN.some(({ page, text }) => block.page === page && block.text.includes(text));
const isTaken = (block: PageBlock) => taken.some((each) => takes(each, block));
const isCompiled = ({ language, text }: PageBlock) =>
  COMPILED.has(language) && !OF_A_PROJECT.test(text);

it('every block of every page is run or compiled by a test, or is listed with why it is not', () => {
  expect(blocks.length).toBeGreaterThan(80);
  const left = blocks.filter(
    (block) =>
      !isTaken(block) && !isCompiled(block) && !INSTALLS.test(block.text) && !isListed(block),
  );
  expect(left.map(({ place, text }) => `${place} ${text.split('\n', 1)[0]}`)).toEqual([]);
});

it('a block that nobody takes is found', () => {
  const block = blocks.find(isTaken);
  expect(isTaken({ ...block!, page: 'docs/another.md' })).toBe(false);
  expect(isTaken({ ...block!, text: 'curl http://localhost', section: 'Another' })).toBe(false);
});

it('what tests take from pages is there', () => {
  expect(taken.length).toBeGreaterThan(15);
  const gone = taken.filter((each) => !blocks.some((block) => takes(each, block)));
  expect(gone).toEqual([]);
});

it('the list names blocks that are there and that no test takes, and tests that are there', () => {
  for (const { page, text, heldBy } of NOT_TAKEN) {
    const named = blocks.filter((block) => block.page === page && block.text.includes(text));
    expect(named, `${page} ${text}`).not.toEqual([]);
    expect(named.filter(isTaken), `${page} ${text}`).toEqual([]);
    expect(heldBy === undefined || existsSync(join(ROOT, heldBy)), heldBy).toBe(true);
  }
});
