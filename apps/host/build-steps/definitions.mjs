import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SERVER_URL } from './serverUrl.mjs';
import { sharedVersions } from './sharedModules.mjs';

/** The compile-time constants that are declared in `src/globals.d.ts`. */
export function definitions({ mode, platform }) {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
  );
  return {
    HOST_VERSION: JSON.stringify(version),
    // On the web the server is the page's own origin.
    SERVER_URL: JSON.stringify(platform === 'web' ? '' : SERVER_URL),
    ...(platform === 'web' && { __DEV__: JSON.stringify(mode === 'development') }),
    SHARED_VERSIONS: JSON.stringify(sharedVersions(platform)),
  };
}
