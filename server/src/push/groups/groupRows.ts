import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { tokenKeyOf } from '../devices/deviceToken.ts';

export interface GroupRow {
  group_key: string;
  name: string;
}

export function findGroup(
  db: Queries,
  sender: string,
  groupKey: string,
): Promise<GroupRow | undefined> {
  return db.get<GroupRow>(
    'SELECT group_key, name FROM device_groups WHERE sender = ? AND group_key = ?',
    sender,
    groupKey,
  );
}

/** Locks a group until the transaction ends, so that its members cannot change. */
export function lockGroup(
  tx: Queries,
  sender: string,
  groupKey: string,
): Promise<GroupRow | undefined> {
  // A no-op update, for its lock.
  return tx.get<GroupRow>(
    'UPDATE device_groups SET name = name WHERE sender = ? AND group_key = ? RETURNING group_key, name',
    sender,
    groupKey,
  );
}

export function findGroupByName(
  db: Queries,
  sender: string,
  name: string,
): Promise<GroupRow | undefined> {
  return db.get<GroupRow>(
    'SELECT group_key, name FROM device_groups WHERE sender = ? AND name = ?',
    sender,
    name,
  );
}

/** Inserts a group, unless the sender has one with that name. Returns whether it did. */
export async function insertGroup(
  tx: Queries,
  group: { groupKey: string; sender: string; name: string; now: number },
): Promise<boolean> {
  const added = await tx.run(
    `INSERT INTO device_groups (group_key, sender, name, created_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (sender, name) DO NOTHING`,
    group.groupKey,
    group.sender,
    group.name,
    group.now,
  );
  return added > 0;
}

export async function deleteGroup(tx: Queries, groupKey: string): Promise<void> {
  await tx.run('DELETE FROM device_groups WHERE group_key = ?', groupKey);
}

export async function membersOf(db: Queries, groupKey: string): Promise<string[]> {
  const rows = await db.all<{ token: string }>(
    'SELECT token FROM device_group_members WHERE group_key = ? ORDER BY token_key',
    groupKey,
  );
  return rows.map(({ token }) => token);
}

export function insertMembers(
  tx: Queries,
  groupKey: string,
  tokens: readonly string[],
): Promise<void> {
  return tx.runMany(
    `INSERT INTO device_group_members (group_key, token_key, token) VALUES (?, ?, ?)
      ON CONFLICT (group_key, token_key) DO NOTHING`,
    tokens.map((token) => [groupKey, tokenKeyOf(token), token]),
  );
}

export function deleteMembers(
  tx: Queries,
  groupKey: string,
  tokens: readonly string[],
): Promise<void> {
  return tx.runMany(
    'DELETE FROM device_group_members WHERE group_key = ? AND token_key = ?',
    tokens.map((token) => [groupKey, tokenKeyOf(token)]),
  );
}

/** Removes tokens from all groups. A group is deleted with its last member. */
export async function leaveGroups(tx: Queries, tokenKeys: readonly string[]): Promise<void> {
  for (const { marks, values } of listsOf(tokenKeys)) {
    const groups = await tx.all<{ group_key: string }>(
      `SELECT DISTINCT group_key FROM device_group_members WHERE token_key IN ${marks}`,
      ...values,
    );
    await tx.run(`DELETE FROM device_group_members WHERE token_key IN ${marks}`, ...values);
    for (const { group_key } of groups) {
      await tx.run(
        `DELETE FROM device_groups WHERE group_key = ?
          AND NOT EXISTS (SELECT 1 FROM device_group_members m WHERE m.group_key = device_groups.group_key)`,
        group_key,
      );
    }
  }
}
