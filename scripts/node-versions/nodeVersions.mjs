/**
 * The versions of Node that everything has to run on, by their line: the oldest that the packages promise (`engines`), and
 * of the lines after it one that is current.
 */
export const NODE_VERSIONS = { 20: '20.19.0', 22: '22.23.3', 24: '24.21.0' };

/**
 * What shows that a Node will do: the server as a process, what it does past the public parts of Node, its two databases
 * and its objects, and the command with all that it starts. Few enough for minutes; the whole suite is for one Node.
 */
export const ON_EVERY_NODE = [
  'server/test/starting.test.ts',
  'server/test/shuttingDown.test.ts',
  'server/test/strayErrors.test.ts',
  'server/test/nodeInternals.test.ts',
  'server/test/killed.fanOut.test.ts',
  'server/test/killed.pushes.test.ts',
  'server/test/killed.uploads.test.ts',
  'server/src/push/websocket/',
  'server/src/push/live/fan-out/',
  'server/src/push/live/live.test.ts',
  'server/src/push/transports/webpush/sealPayload.test.ts',
  'server/src/storage/database/',
  'server/src/storage/objects/FolderObjectStore.test.ts',
  'server/src/hosting/artifacts/upload/',
  'packages/cli/src/',
];
