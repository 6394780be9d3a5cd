import { randomBytes } from 'node:crypto';

import { LIMITS } from '@host/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';

import type { Database } from '../../storage/database/Database.types.ts';
import { json } from '../protocol/answers.ts';
import { bytesOf, sendAnswer } from '../protocol/protocolScope.ts';
import { readBody } from '../protocol/readBody.ts';
import {
  deleteGroup,
  deleteMembers,
  lockGroup,
  findGroupByName,
  insertGroup,
  insertMembers,
  membersOf,
} from './groupRows.ts';

/** Text that both databases can store. */
const storable = (length: number) =>
  z.string().check(z.minLength(1), z.maxLength(length), z.regex(/^[^\0]*$/));
const GroupName = storable(500);
const Operation = z.object({
  operation: z.enum(['create', 'add', 'remove']),
  notification_key_name: z.optional(GroupName),
  notification_key: z.optional(storable(100)),
  registration_ids: z
    .array(storable(LIMITS.deviceTokenLength))
    .check(z.minLength(1), z.maxLength(LIMITS.devicesPerGroup)),
});
type Operation = z.infer<typeof Operation>;

/** Why a group cannot be changed, as an error text of the protocol. */
class GroupProblem extends Error {}

/** Device groups: several devices that are sent to under one key. */
export function groupRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  for (const path of ['/fcm/notification', '/gcm/notification']) {
    const older = path.startsWith('/gcm') ? ', by its older name' : '';
    const config = { pushScope: 'topics' as const };
    app.post(
      path,
      {
        config,
        schema: {
          tags: ['push'],
          summary: `Change a device group${older}`,
          description:
            '`operation` is `create`, `add` or `remove`; a group has at most 20 devices.',
        },
      },
      async (request, reply) => {
        const { fields } = readBody('application/json', bytesOf(request));
        const operation = z.safeParse(Operation, fields);
        if (!operation.success) {
          const isTooMany = operation.error.issues.some(
            (issue) => issue.code === 'too_big' && issue.path.join() === 'registration_ids',
          );
          return refuse(reply, isTooMany ? 'too many registration ids' : 'invalid request');
        }
        try {
          const key = await change(db, request.sender.actor, operation.data);
          return sendAnswer(reply, json({ notification_key: key }));
        } catch (error) {
          if (error instanceof GroupProblem) return refuse(reply, error.message);
          throw error;
        }
      },
    );
    app.get(
      path,
      {
        config,
        schema: {
          tags: ['push'],
          summary: `Find the key of a device group${older}`,
          querystring: z.object({ notification_key_name: GroupName }),
        },
      },
      async (request, reply) => {
        const { notification_key_name: name } = request.query as { notification_key_name: string };
        const group = await findGroupByName(db, request.sender.actor, name);
        if (!group) return refuse(reply, 'notification_key not found');
        return sendAnswer(reply, json({ notification_key: group.group_key }));
      },
    );
  }
}

function change(db: Database, sender: string, operation: Operation): Promise<string> {
  const { registration_ids: tokens, notification_key_name: name } = operation;
  return db.transaction(async (tx) => {
    if (operation.operation === 'create') {
      if (name === undefined) throw new GroupProblem('no valid notification_key_name');
      const groupKey = `hgn_${randomBytes(32).toString('base64url')}`;
      const isNew = await insertGroup(tx, { groupKey, sender, name, now: Date.now() });
      if (!isNew) throw new GroupProblem('notification_key already exists');
      await insertMembers(tx, groupKey, tokens);
      return groupKey;
    }
    const group = await lockGroup(tx, sender, operation.notification_key ?? '');
    if (!group) throw new GroupProblem('notification_key not found');
    if (operation.operation === 'remove') await deleteMembers(tx, group.group_key, tokens);
    else await insertMembers(tx, group.group_key, tokens);
    const members = await membersOf(tx, group.group_key);
    if (members.length > LIMITS.devicesPerGroup)
      throw new GroupProblem('too many registration ids');
    // According to the protocol, a group without devices ceases to exist.
    if (members.length === 0) await deleteGroup(tx, group.group_key);
    return group.group_key;
  });
}

function refuse(reply: FastifyReply, error: string): FastifyReply {
  return sendAnswer(reply, { ...json({ error }), status: 400 });
}
