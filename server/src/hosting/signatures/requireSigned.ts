import { PLATFORMS } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { listActiveKeys } from '../records/keyRows.ts';
import type { Platforms, VersionRow } from '../records/versionRows.ts';

/**
 * Throws unless a version that is to be released is signed, if its mini-app has keys: they may have been added after the
 * version was verified. A signature by a key that was revoked since is accepted only for a version that was released before.
 */
export async function requireSigned(tx: Queries, row: VersionRow): Promise<void> {
  const active = await listActiveKeys(tx, row.app_id);
  if (active.length === 0) return;
  const platforms = JSON.parse(row.platforms) as Platforms;
  for (const platform of PLATFORMS.filter((each) => platforms[each])) {
    const keyId = platforms[platform]!.signature?.keyId;
    const which = `${platform}.zip of ${row.app_id}@${row.version}`;
    if (keyId === undefined) {
      throw new ApiError(
        'signature-missing',
        `${which} is not signed, and the mini-app has a key.`,
      );
    }
    if (row.status === 'registered' && !active.includes(keyId)) {
      throw new ApiError(
        'signature-invalid',
        `${which} is signed with ${keyId}, which was revoked.`,
      );
    }
  }
}
