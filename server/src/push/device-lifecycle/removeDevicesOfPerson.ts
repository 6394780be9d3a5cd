import { userTopic } from '@host/contracts';

import type { Transaction } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import { readClock } from '../messages/clockRows.ts';
import { clearFormerOwner, deleteDevices } from './ownershipRows.ts';

/** Tables with rows of a device that do not go with its own row. */
const BY_DEVICE = ['push_deliveries', 'push_openings', 'push_jobs', 'push_dead_letters'] as const;

/**
 * Removes the devices of a person whose account was deleted, with what was sent to them and what they scheduled; a host that
 * is still there registers again. Messages that others got as well stay for those. No inbox is collected: it goes, too.
 */
export async function removeDevicesOfPerson(tx: Transaction, personId: string): Promise<void> {
  const devices = await tx.all<{ id: number; token_key: string }>(
    'SELECT id, token_key FROM devices WHERE person_id = ? ORDER BY id',
    personId,
  );
  const former = await tx.all<{ id: number }>(
    'SELECT id FROM devices WHERE owner_id = ? AND (person_id IS NULL OR person_id <> ?)',
    personId,
    personId,
  );
  const ids = [...devices, ...former].map(({ id }) => id);
  const direct = await messagesTo(tx, ids);
  for (const { marks, values } of listsOf(ids)) {
    for (const table of BY_DEVICE) {
      await tx.run(`DELETE FROM ${table} WHERE device_id IN ${marks}`, ...values);
    }
  }
  for (const { marks, values } of listsOf(devices.map(({ token_key }) => token_key))) {
    await leaveGroups(tx, marks, values);
    await tx.run(`DELETE FROM device_challenges WHERE token_key IN ${marks}`, ...values);
  }
  for (const id of ids) await deleteScheduled(tx, id);
  await deleteWithoutDeliveries(tx, direct);
  await forgetTopic(tx, userTopic(personId));
  await deleteDevices(
    tx,
    devices.map(({ id }) => id),
  );
  await clearFormerOwner(tx, personId, await readClock(tx));
  await notifyDevices(tx, ids);
}

/** A group goes with its last member. */
async function leaveGroups(tx: Transaction, marks: string, tokenKeys: string[]): Promise<void> {
  const groups = await tx.all<{ group_key: string }>(
    `SELECT DISTINCT group_key FROM device_group_members WHERE token_key IN ${marks}`,
    ...tokenKeys,
  );
  await tx.run(`DELETE FROM device_group_members WHERE token_key IN ${marks}`, ...tokenKeys);
  for (const { group_key } of groups) {
    await tx.run(
      `DELETE FROM device_groups WHERE group_key = ?
        AND NOT EXISTS (SELECT 1 FROM device_group_members m WHERE m.group_key = device_groups.group_key)`,
      group_key,
    );
  }
}

/** What was sent to devices by their tokens. */
async function messagesTo(tx: Transaction, deviceIds: readonly number[]): Promise<number[]> {
  const found = new Set<number>();
  for (const { marks, values } of listsOf(deviceIds)) {
    const rows = await tx.all<{ message_id: number }>(
      `SELECT DISTINCT message_id FROM push_deliveries WHERE device_id IN ${marks}`,
      ...values,
    );
    for (const { message_id } of rows) found.add(message_id);
  }
  return [...found];
}

/** Deletes those of the messages that were sent to nobody else. */
async function deleteWithoutDeliveries(
  tx: Transaction,
  messageIds: readonly number[],
): Promise<void> {
  for (const { marks, values } of listsOf(messageIds)) {
    await tx.run(
      `DELETE FROM push_messages WHERE id IN ${marks} AND topic IS NULL AND condition IS NULL
        AND NOT EXISTS (SELECT 1 FROM push_deliveries d WHERE d.message_id = push_messages.id)`,
      ...values,
    );
  }
}

async function deleteScheduled(tx: Transaction, deviceId: number): Promise<void> {
  const prefix = `device:${deviceId}/`;
  // '0' is the character after '/': every name with the prefix sorts before it.
  const end = `device:${deviceId}0`;
  await tx.run('DELETE FROM push_messages WHERE sender > ? AND sender < ?', prefix, end);
}

/** Deletes what was sent to the person themselves, and takes their name out of conditions that meant others as well. */
async function forgetTopic(tx: Transaction, topic: string): Promise<void> {
  await tx.run('DELETE FROM push_messages WHERE topic = ?', topic);
  await tx.run('DELETE FROM topic_subscriptions WHERE topic = ?', topic);
  await tx.run(
    'UPDATE push_messages SET condition = REPLACE(condition, ?, ?) WHERE condition LIKE ?',
    topic,
    userTopic('deleted'),
    `%${topic}%`,
  );
}
