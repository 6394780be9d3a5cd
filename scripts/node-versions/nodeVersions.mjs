/**
 * The supported versions of Node by release line: the oldest that `engines` allows, and a current one of each later line.
 */
export const NODE_VERSIONS = { 20: '20.19.0', 22: '22.23.3', 24: '24.21.0' };

/**
 * The tests that depend on the version of Node: the server as a process, its use of Node internals, both databases, and the
 * CLI with what it builds and starts. Few enough to take minutes; the whole suite runs on one version.
 */
export const ON_EVERY_NODE = [
  'server/test/starting.test.ts',
  'server/test/shuttingDown.test.ts',
  'server/test/strayErrors.test.ts',
  'server/test/nodeInternals.test.ts',
  'server/test/killed.fanOut.test.ts',
  'server/test/killed.pushes.test.ts',
  'server/src/push/websocket/',
  'server/src/push/live/fan-out/',
  'server/src/push/live/live.test.ts',
  'server/src/push/transports/webpush/sealPayload.test.ts',
  'server/src/storage/bus/',
  'server/src/storage/database/',
  'packages/cli/src/account/',
  'packages/cli/src/build/',
  'packages/cli/src/check/',
  'packages/cli/src/commands/bundle/',
  'packages/cli/src/commands/check/',
  'packages/cli/src/commands/create/',
  'packages/cli/src/commands/start/',
  'packages/cli/src/keys/',
  'packages/cli/src/pack/',
  'packages/cli/src/terminal/',
];

/** All tests of the server, the fan-out among them, and of the command: too many for every run on one machine. */
export const ALL_ON_A_NODE = ['server/', 'packages/cli/'];
