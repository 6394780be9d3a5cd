import { LIMITS } from '@host/contracts';

import { MAX_UNREGISTERED_SECONDS } from '../quotas/quotaLimits.ts';
import type { ObjectEntry } from './DataInventory.types.ts';

/** Every kind of object in the object store, and every other folder of `DATA_DIR`. */
export const OBJECTS: readonly ObjectEntry[] = [
  {
    prefix: 'mini-apps/',
    holds: 'archives, manifests and unpacked web files of versions',
    grows: 'publisher',
    bound: `${LIMITS.archiveBytes} bytes an archive, ${LIMITS.unpackedBytes} unpacked; needs a token with the scope \`publish\``,
    retention: `for ever once the version is registered, else ${MAX_UNREGISTERED_SECONDS / 86_400} days`,
  },
  {
    prefix: 'source-maps/',
    holds: 'source maps of versions, never public',
    grows: 'publisher',
    bound: `${LIMITS.archiveBytes} bytes an archive`,
    retention: `for ever once the version is registered, else ${MAX_UNREGISTERED_SECONDS / 86_400} days`,
  },
  {
    prefix: 'encoded/',
    holds: 'compressed forms of web files, by the digest of their content',
    grows: 'publisher',
    bound: 'two for each file, smaller than the file',
    retention:
      'for ever, also when the upload is removed: another version may have the same content',
  },
  {
    prefix: 'icons/',
    holds: 'icons of mini-apps',
    grows: 'publisher',
    bound: `${LIMITS.iconBytes} bytes each, of ${LIMITS.iconPixels} pixels on a side; needs a token with the scope \`publish\``,
    retention: 'for ever',
  },
  {
    prefix: '.tmp/',
    holds: 'objects that are being written',
    grows: 'publisher',
    bound: 'as many as there are uploads under way',
    retention: 'until they are whole; emptied at every start',
  },
  {
    prefix: 'DATA_DIR/uploads/',
    holds: 'uploads under way',
    grows: 'publisher',
    bound: '32 at once',
    retention: 'until the request is answered; emptied at every start',
  },
];
