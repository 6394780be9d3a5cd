import { PageQuery, PushMessageRecord, type ServerKeyScope, pageOf } from '@host/contracts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { decodeCursor } from '../../http/lists/cursor.ts';
import { pageLimit, toPage } from '../../http/lists/page.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import type { DeliveryLedger } from '../live/ledger/DeliveryLedger.ts';
import {
  type MessageRow,
  cancelScheduled,
  countDeliveries,
  findMessage,
  listMessages,
} from '../messages/messageRows.ts';
import { personalAmong } from '../messages/personRows.ts';
import { messageIdOf } from '../protocol/answers.ts';
import { type Sender, type Senders, hasScope } from '../server-keys/Senders.ts';
import { NO_DEVICES, fullRecord } from './fullRecord.ts';
import { messageRecord } from './messageRecord.ts';

const tags = ['push'];
const params = z.object({ id: z.string() });

interface MessageRoutesDeps {
  db: Database;
  actions: AdminActions;
  senders: Senders;
  ledger: DeliveryLedger;
}

/** The status of messages, for their senders. */
export function messageRoutes(
  app: TypedApp,
  { db, actions, senders, ledger }: MessageRoutesDeps,
): void {
  app.decorateRequest('caller');

  app.get(
    '/v1/push/messages',
    {
      schema: {
        tags,
        summary: 'List messages that were sent',
        description:
          'With the key that sent them; the newest first. With the scope `admin` those of everybody.',
        querystring: PageQuery,
        response: { 200: pageOf(PushMessageRecord) },
      },
    },
    async (request) => {
      const sender = await requireSender(senders, request, 'read');
      const limit = pageLimit(request.query);
      const [below] = decodeCursor(request.query.cursor, [Number.MAX_SAFE_INTEGER]);
      await ledger.flush();
      const rows = await listMessages(db, senderFilter(sender), below, limit + 1);
      const personal = await personalAmong(
        db,
        rows.map(({ id }) => id),
      );
      const devices = await countDeliveries(db, rows);
      for (const id of personal) devices.set(id, NO_DEVICES);
      const now = Date.now();
      return toPage(
        rows,
        limit,
        (row) => messageRecord(row, devices.get(row.id), now),
        ({ id }) => [id],
      );
    },
  );

  app.get(
    '/v1/push/messages/:id',
    {
      schema: {
        tags,
        summary: 'Read what became of a message',
        description: 'By the `message_id` or `multicast_id` that the sender was given.',
        params,
        response: { 200: PushMessageRecord },
      },
    },
    async (request) => {
      const sender = await requireSender(senders, request, 'read');
      await ledger.flush();
      return fullRecord(db, await ownMessage(db, sender, request.params.id));
    },
  );

  app.delete(
    '/v1/push/messages/:id',
    {
      schema: {
        tags,
        summary: 'Cancel a message that is not due yet',
        params,
        response: { 200: PushMessageRecord },
      },
    },
    async (request, reply) => {
      const sender = await requireSender(senders, request, 'send');
      const row = await ownMessage(db, sender, request.params.id);
      const caller = await senders.callerOf(request.headers.authorization);
      if (!caller) {
        const isCancelled = await db.transaction((tx) => cancelScheduled(tx, row.id, Date.now()));
        return isCancelled ? recordOf(row.id) : cancelledBefore(row.id);
      }
      request.caller = caller;
      const action = { action: 'push.cancel', target: String(row.id) };
      return actions.perform(request, reply, action, async (commit) => {
        try {
          await commit(async (tx) => {
            if (!(await cancelScheduled(tx, row.id, Date.now()))) throw sentAlready(row.id);
            return { status: 200, body: {}, details: { sender: row.sender } };
          });
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'message-not-scheduled')) throw error;
          return { status: 200, body: await cancelledBefore(row.id) };
        }
        return { status: 200, body: await recordOf(row.id) };
      });
    },
  );

  async function recordOf(id: number): Promise<PushMessageRecord> {
    return fullRecord(db, (await findMessage(db, id))!);
  }

  /** The record of a message that is cancelled already, which makes cancelling idempotent; throws if it was sent. */
  async function cancelledBefore(id: number): Promise<PushMessageRecord> {
    const row = (await findMessage(db, id))!;
    if (row.state !== 'cancelled') throw sentAlready(id);
    return fullRecord(db, row);
  }
}

function sentAlready(id: number): ApiError {
  return new ApiError('message-not-scheduled', `The message ${id} was sent already.`);
}

async function ownMessage(db: Database, sender: Sender, id: string): Promise<MessageRow> {
  const number = messageIdOf(id);
  const row = number === undefined ? undefined : await findMessage(db, number);
  const filter = senderFilter(sender);
  if (row && (filter === undefined || row.sender === filter)) return row;
  throw new ApiError('message-not-found', 'There is no message with this id.');
}

function senderFilter({ actor, isAdmin }: Sender): string | undefined {
  return isAdmin ? undefined : actor;
}

async function requireSender(
  senders: Senders,
  request: FastifyRequest,
  scope: ServerKeyScope,
): Promise<Sender> {
  const sender = await senders.authenticate(request.headers.authorization);
  if (!sender) throw new ApiError('unauthorized', 'The request has no valid server key.');
  if (hasScope(sender, scope)) return sender;
  throw new ApiError('scope-missing', `This needs a server key with the scope "${scope}".`);
}
