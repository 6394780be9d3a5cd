import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { checkConsoleSize } from './checkConsoleSize.mjs';
import { checkHostSize } from './checkHostSize.mjs';

const LIMIT = 11_000;

// The part of @host/contracts that ends up in the bundle of a host or a mini-app, together with zod.
const IN_A_CLIENT = [
  'AndroidChannel',
  'CLIENT_LIMITS',
  'CategoryAction',
  'DeepLink',
  'DeviceInfo',
  'DeviceRegistration',
  'HostUser',
  'Item',
  'LocalNotificationOptions',
  'Notification',
  'PERMISSIONS',
  'Problem',
  'RegisteredDevice',
  'Resolution',
  'Topic',
  'compareVersions',
  'miniAppLink',
  'miniAppTarget',
  'parseDeepLink',
  'topicAddress',
];

/** Measures what @host/contracts costs a client, and what the first screens of host and console wait for, minified and gzipped. */
export async function checkSize() {
  const bytes = await measure();
  const figure = `@host/contracts in a client: ${bytes} bytes of at most ${LIMIT}`;
  if (bytes > LIMIT) {
    throw new Error(`${figure}. Find the schema that grew: a check costs less than a schema.`);
  }
  return `${figure}; ${await checkHostSize()}; ${await checkConsoleSize()}`;
}

async function measure() {
  const contents = `
    import { safeParse } from 'zod/mini';
    import { ${IN_A_CLIENT.join(', ')} } from './src/index.ts';
    globalThis.client = [safeParse, ${IN_A_CLIENT.join(', ')}];
  `;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: 'packages/contracts' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}
