import type { AddresseeQuery, DeviceCount } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { findAddressees } from '../devices/addresseeRows.ts';
import { isMalformedToken } from '../devices/deviceToken.ts';
import { findGroup, membersOf } from '../groups/groupRows.ts';

/** How many devices have one of some tokens, or are in a group of a sender: each once, as a message would reach them. */
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

/** A key names a group of its own sender alone, as for a message. */
async function membersOfOwn(db: Queries, sender: string, key: string): Promise<string[]> {
  return (await findGroup(db, sender, key)) ? membersOf(db, key) : [];
}
