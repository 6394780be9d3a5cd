import type { AddresseeQuery, DeviceCount } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { findAddressees } from '../devices/addresseeRows.ts';
import { isMalformedToken } from '../devices/deviceToken.ts';
import { findGroup, membersOf } from '../groups/groupRows.ts';

/** How many devices have one of some tokens, or are in a group of a sender: each counted once, as a message reaches it. */
export async function countAddressees(
  db: Queries,
  sender: string,
  { tokens, group }: AddresseeQuery,
): Promise<DeviceCount> {
  const named = group === undefined ? tokens! : await membersOfOwn(db, sender, group);
  const known = await findAddressees(
    db,
    named.filter((token) => !isMalformedToken(token)),
  );
  const ids = new Set(Array.from(known.values(), ({ id }) => id));
  return { devices: ids.size, isExact: true };
}

/** The members of a sender's own group: as for messages, a key is only valid for the sender that created it. */
async function membersOfOwn(db: Queries, sender: string, key: string): Promise<string[]> {
  return (await findGroup(db, sender, key)) ? membersOf(db, key) : [];
}
