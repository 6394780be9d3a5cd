import type { ConsentPermission } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { findConsent } from './consentRows.ts';

/**
 * Whether a person lets a mini-app use a permission, as it is now: it is read at every use, so that taking consent back
 * counts at once. It says nothing about whether the mini-app declares the permission.
 */
export async function hasConsent(
  db: Queries,
  personId: string,
  appId: string,
  permission: ConsentPermission,
): Promise<boolean> {
  return (await findConsent(db, personId, appId, permission))?.state === 'granted';
}
