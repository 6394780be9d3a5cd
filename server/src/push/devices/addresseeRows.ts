import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import type { DeviceRow } from './deviceRows.ts';
import { tokenKeyOf } from './deviceToken.ts';

/** What a sender needs to know of a device. */
export type Addressee = Pick<DeviceRow, 'id' | 'token' | 'app' | 'address' | 'quarantined'>;

/** The devices of tokens, by token, including those that have another token now. */
export async function findAddressees(
  db: Queries,
  tokens: readonly string[],
): Promise<Map<string, Addressee>> {
  if (tokens.length === 1) {
    const [token] = tokens as [string];
    const device = await findAddressee(db, token);
    if (device) return new Map([[token, device]]);
  }
  const keys = new Map(tokens.map((token) => [tokenKeyOf(token), token]));
  const found = new Map<string, Addressee>();
  const note = (rows: (Addressee & { token_key: string })[]) => {
    for (const row of rows) found.set(keys.get(row.token_key)!, row);
  };
  for (const list of listsOf([...keys.keys()])) {
    note(
      await db.all(
        `SELECT token_key, id, token, app, upstream AS address, quarantined FROM devices
          WHERE token_key IN ${list.marks}`,
        ...list.values,
      ),
    );
  }
  const missing = [...keys].filter(([, token]) => !found.has(token)).map(([key]) => key);
  for (const list of listsOf(missing)) {
    note(
      await db.all(
        `SELECT r.token_key, d.id, d.token, d.app, d.upstream AS address, d.quarantined
          FROM replaced_tokens r JOIN devices d ON d.id = r.device_id
          WHERE r.token_key IN ${list.marks}`,
        ...list.values,
      ),
    );
  }
  return found;
}

/** The device that has a token: the most frequent query, without the columns that the caller knows. */
async function findAddressee(db: Queries, token: string): Promise<Addressee | undefined> {
  const device = await db.get<Omit<Addressee, 'token'>>(
    'SELECT id, app, upstream AS address, quarantined FROM devices WHERE token_key = ?',
    tokenKeyOf(token),
  );
  return device && Object.assign(device, { token });
}

/** The devices of a person, for a message to that person. */
export async function reachableOfPerson(
  db: Queries,
  personId: string,
): Promise<{ id: number; hasPushService: boolean }[]> {
  const rows = await db.all<Pick<DeviceRow, 'id' | 'address'>>(
    'SELECT id, upstream AS address FROM devices WHERE person_id = ? ORDER BY id',
    personId,
  );
  return rows.map(({ id, address }) => ({ id, hasPushService: address !== null }));
}
