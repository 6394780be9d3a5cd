import { relative } from 'node:path';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { placeInOrder } from './scripts/test/longFiles.ts';

/** These replace modules, which those who share a process with them would get, too. */
const REPLACE_MODULES = [
  'packages/host-runtime/src/development/openDevelopment.test.ts',
  'packages/host-runtime/src/device/createDeviceHost.test.ts',
  'packages/host-runtime/src/device/deviceLanguages.test.ts',
  'packages/host-runtime/src/device/speakOnDevice.test.ts',
  'packages/push/src/platform/native/createNativePlatform.test.ts',
  'packages/push/src/platform/native/firebase.test.ts',
  'server/src/push/send/topicRates.test.ts',
];

/** These look at what is theirs in the whole process: its memory, or how long it takes to give something up. */
const LOOK_AT_THE_PROCESS = [
  'server/src/hosting/registry/verification/fetchArtifact.test.ts',
  'server/src/http/rate-limits/callersCache.test.ts',
];

/** These start nothing, and look at files or at what they made up. */
const ONLY_LOOK = [
  'e2e/architecture/*.test.ts',
  'e2e/fleet/!(faults).test.ts',
  'e2e/interface-table/*.test.ts',
];

/** These have a server in their own process, and change nothing of it: the server is loaded once for many. */
const SERVE_FROM_HERE = [
  'e2e/hostile/{person,stranger}/*.test.ts',
  'e2e/{api-client,push-proof}.test.ts',
  'e2e/{api-client,csp-reports,people}.browser.test.ts',
];

/** Several servers each, some of them with limits of their own for how long something may take. */
const START_SERVERS = ['server/test/**/*.test.ts', 'e2e/fleet/faults.test.ts'];

const shared = {
  testTimeout: 60_000,
  hookTimeout: 240_000,
  // What is waited for ends the waiting; how long it takes is up to the machine.
  expect: { poll: { timeout: 15_000 } },
  pool: 'forks',
  // Tests that run at once are those that wait.
  maxConcurrency: 20,
} as const;

/**
 * Files that take a process of their own, then those that share one. A process is shared as long as the next file may use
 * it, too, and the many short files come last, so that the workers end together.
 */
const PROJECTS = [
  {
    name: 'alone',
    isolate: true,
    // One more than a small machine has processors: most of these wait for a part of their time.
    maxWorkers: 3,
    sequence: { groupOrder: 0 },
    include: [
      'packages/{bundler,cli,headless-host}/src/**/*.test.{ts,tsx}',
      'packages/*/test/**/*.test.ts',
      'e2e/**/*.test.ts',
      ...REPLACE_MODULES,
      ...LOOK_AT_THE_PROCESS,
    ],
    exclude: [...ONLY_LOOK, ...SERVE_FROM_HERE, ...START_SERVERS],
  },
  {
    name: 'serving',
    isolate: false,
    maxWorkers: 3,
    sequence: { groupOrder: 0 },
    include: SERVE_FROM_HERE,
    exclude: [],
  },
  {
    name: 'servers',
    isolate: true,
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    include: START_SERVERS,
    exclude: [],
  },
  {
    name: 'server',
    isolate: false,
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    include: ['server/src/**/*.test.ts'],
    exclude: [...REPLACE_MODULES, ...LOOK_AT_THE_PROCESS],
  },
  {
    name: 'packages',
    isolate: false,
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    include: [
      'packages/!(bundler|cli|headless-host)/src/**/*.test.{ts,tsx}',
      'apps/*/src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.{ts,mjs}',
      ...ONLY_LOOK,
    ],
    exclude: REPLACE_MODULES,
  },
];

class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- the sequencer's, not that of an array
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) =>
      placeInOrder(relative(this.ctx.config.root, moduleId));
    return PROJECTS.flatMap(({ name }) =>
      sorted
        .filter(({ project }) => project.name === name)
        .toSorted((one, other) => placeOf(one) - placeOf(other)),
    );
  }
}

export default defineConfig({
  test: {
    globalSetup: ['scripts/services/vitestServices.ts'],
    sequence: { sequencer: ByProject },
    projects: PROJECTS.map(({ exclude, ...project }) => ({
      test: { ...shared, ...project, exclude: ['**/node_modules/**', ...exclude] },
    })),
  },
});
