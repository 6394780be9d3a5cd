import type { ConsentPermission } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { findConsent } from './consentRows.ts';

/**
 * Whether a person has consented to a permission of a mini-app. Read at every use, so that a withdrawal takes effect at
 * once. It does not tell whether the mini-app declares the permission.
 */
export async function hasConsent(
  db: Queries,
  personId: string,
  appId: string,
  permission: ConsentPermission,
): Promise<boolean> {
  return (await findConsent(db, personId, appId, permission))?.state === 'granted';
}
