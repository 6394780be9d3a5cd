import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'packages/*/test/**/*.test.ts',
      'apps/*/src/**/*.test.{ts,tsx}',
      'server/{src,test}/**/*.test.ts',
      'e2e/**/*.test.ts',
      'scripts/**/*.test.{ts,mjs}',
    ],
    globalSetup: ['scripts/services/vitestServices.ts'],
    testTimeout: 60_000,
    hookTimeout: 240_000,
    // What is waited for ends the waiting; how long it takes is up to the machine.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
