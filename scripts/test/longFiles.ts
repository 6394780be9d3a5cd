/**
 * The test files that take more than a minute on two cores, the longest first (adjusted for what they wait for). They are
 * started in this order and before all others, so that none of them runs alone at the end.
 */
export const LONG_FILES = [
  // Mostly the duration of the injected faults.
  'e2e/fleet/faults.test.ts',
  // Packs the packages and publishes the examples, which later files wait for.
  'e2e/guide-expo.test.ts',
  'e2e/host-runtime.browser.test.ts',
  'server/test/starting.test.ts',
  'e2e/host-native.test.ts',
  'e2e/readme-blocks.test.ts',
  'e2e/guide-native.test.ts',
  'e2e/deploy-image.test.ts',
  'e2e/host.browser.test.ts',
  'e2e/host-develop.test.ts',
  'packages/cli/test/published.test.ts',
  'e2e/host-push.browser.test.ts',
  'packages/cli/src/commands/start/startCommand.test.ts',
  'packages/cli/src/commands/publish/publishCommand.test.ts',
  'e2e/guide-page.browser.test.ts',
  'packages/bundler/src/build.test.ts',
  'e2e/languages.browser.test.ts',
  'e2e/host-accounts.browser.test.ts',
  'packages/cli/src/commands/bundle/bundleCommand.test.ts',
  'server/test/killed.uploads.test.ts',
  'packages/cli/src/commands/check/checkCommand.test.ts',
  'e2e/start.test.ts',
  'e2e/walk.browser.test.ts',
  'e2e/console/demo.browser.test.ts',
];

/** The position of a file, by its path from the root; files that are not listed come last. */
export function placeInOrder(path: string): number {
  const place = LONG_FILES.indexOf(path);
  return place === -1 ? LONG_FILES.length : place;
}
