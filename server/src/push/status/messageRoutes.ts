import { PageQuery, PushMessageRecord, type ServerKeyScope, pageOf } from '@host/contracts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { decodeCursor } from '../../http/cursor.ts';
import { pageLimit, toPage } from '../../http/page.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import { appendAudit } from '../../operations/audit/auditRows.ts';
import type { Database } from '../../storage/database/Database.types.ts';
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
  senders: Senders;
  ledger: DeliveryLedger;
}

/** The status of messages, for their senders. */
export function messageRoutes(app: TypedApp, { db, senders, ledger }: MessageRoutesDeps): void {
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
      const sender = await demandSender(senders, request, 'read');
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
      const sender = await demandSender(senders, request, 'read');
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
    async (request) => {
      const sender = await demandSender(senders, request, 'send');
      const { id } = await ownMessage(db, sender, request.params.id);
      const isCancelled = await db.transaction(async (tx) => {
        const now = Date.now();
        const hasChanged = await cancelScheduled(tx, id, now);
        if (hasChanged && sender.isOperator) {
          const { address, id: requestId } = request;
          const entry = { at: now, actor: sender.actor, action: 'push.cancel', target: String(id) };
          await appendAudit(tx, { ...entry, address, requestId, details: {} });
        }
        return hasChanged;
      });
      const row = (await findMessage(db, id))!;
      if (!isCancelled && row.state !== 'cancelled') {
        throw new ApiError('message-not-scheduled', `The message ${id} was sent already.`);
      }
      return fullRecord(db, row);
    },
  );
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

async function demandSender(
  senders: Senders,
  request: FastifyRequest,
  scope: ServerKeyScope,
): Promise<Sender> {
  const sender = await senders.authenticate(request.headers.authorization);
  if (!sender) throw new ApiError('unauthorized', 'The request has no valid server key.');
  if (hasScope(sender, scope)) return sender;
  throw new ApiError('scope-missing', `This needs a server key with the scope "${scope}".`);
}
