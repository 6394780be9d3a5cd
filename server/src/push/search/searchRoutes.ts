import {
  AddresseeQuery,
  AdminMessage,
  AudienceQuery,
  DeviceCount,
  DeviceDetails,
  DeviceQuery,
  type DeviceRecord,
  DeviceRecord as DeviceRecordSchema,
  MessageQuery,
  MessageTrace,
  type PushState,
  pageOf,
  parseCondition,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import { readPart } from '../../http/lists/sortedList.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Rights } from '../../operations/identity/Rights.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { findDeviceByAnyToken } from '../devices/deviceRows.ts';
import { subscriptionsOf } from '../devices/topicRows.ts';
import type { DeliveryLedger } from '../live/ledger/DeliveryLedger.ts';
import type { ConnectedDevices } from '../live/presence/ConnectedDevices.ts';
import {
  type MessageRow,
  countDeliveries,
  findMessage,
  listDrops,
} from '../messages/messageRows.ts';
import { personalAmong } from '../messages/personRows.ts';
import { messageIdOf } from '../protocol/answers.ts';
import { nameSenders } from '../server-keys/nameSenders.ts';
import { NO_DEVICES, fullRecord } from '../status/fullRecord.ts';
import { messageRecord } from '../status/messageRecord.ts';
import { AudienceCounts } from './AudienceCounts.ts';
import { countAddressees } from './countAddressees.ts';
import { requireAudience } from './requireAudience.ts';
import { DeviceId } from './DeviceId.ts';
import {
  DEVICE_LIST,
  type FoundDevice,
  MESSAGE_LIST,
  countDevicesOf,
  countSubscribers,
  findFound,
  lastDeliveries,
  listDevices,
  searchMessages,
} from './searchRows.ts';
import { traceMessage } from './traceMessage.ts';
import { waitingFor } from './waitingFor.ts';

const SHOWN_MESSAGES = 20;
const devices = { tags: ['devices'], security: [{ token: [] }] };
const messages = { tags: ['push'], security: [{ token: [] }] };
const time = (ms: number) => new Date(ms).toISOString();

interface SearchDeps {
  db: Database;
  ledger: Pick<DeliveryLedger, 'flush'>;
  connected: ConnectedDevices;
}

/** Finding devices and messages, for operators only: they do not belong to a mini-app. */
export function searchRoutes(app: TypedApp, { db, ledger, connected }: SearchDeps): void {
  const audiences = new AudienceCounts(db);
  const findDevice = async (id: number): Promise<FoundDevice | undefined> => {
    const row = await findFound(db, id);
    if (row) await connected.lookForNodes([row]);
    return row;
  };
  const recordOf = (row: FoundDevice): DeviceRecord => {
    const isConnected = connected.has(row);
    const transport = row.address === null ? undefined : transportIn(row.address);
    return {
      id: String(row.id),
      token: row.token,
      platform: row.platform,
      ...(row.app !== null && { app: row.app }),
      ...(row.person_id !== null && { person: row.person_id }),
      createdAt: time(row.created_at),
      lastSeenAt: time(row.last_seen),
      ...(transport !== undefined && { transport }),
      ...(row.quarantined !== null && { quarantined: row.quarantined }),
      connected: isConnected,
      ...(isConnected && row.node !== null && { node: row.node }),
    };
  };
  const notFound = (id: string) =>
    new ApiError('device-not-found', `There is no device ${id}, or not any more.`);

  app.get(
    '/devices',
    {
      config: { scope: 'read' },
      schema: {
        ...devices,
        summary: 'Find devices',
        description:
          'By `token` (also one that was replaced), `person` or `topic`, or all; the newest first, or in the order of `sort`. Those of a topic are sorted by `createdAt` alone. Not for tokens that are restricted to mini-apps. Scope: `read`.',
        querystring: DeviceQuery,
        response: { 200: pageOf(DeviceRecordSchema) },
      },
    },
    async ({ query, caller }) => {
      caller.requireAllApps();
      if (query.token !== undefined) {
        const device = await findDeviceByAnyToken(db, query.token);
        return { items: device ? [recordOf((await findDevice(device.id))!)] : [] };
      }
      if (query.topic !== undefined && query.sort?.endsWith('lastSeenAt')) {
        const detail = 'the devices of a topic are sorted by createdAt alone';
        throw new ApiError('invalid-query', `/sort: ${detail}`, {
          errors: [{ pointer: '/sort', code: 'invalid_sort', detail }],
        });
      }
      const part = readPart(DEVICE_LIST, query);
      const rows = await listDevices(db, part, query);
      await connected.lookForNodes(rows);
      return part.toPage(rows, recordOf);
    },
  );

  app.get(
    '/devices/:id',
    {
      config: { scope: 'read' },
      schema: {
        ...devices,
        summary: 'Read a device',
        description:
          'With its topics, the last messages to it alone, and how many messages wait for it. Scope: `read`.',
        params: z.object({ id: DeviceId }),
        response: { 200: DeviceDetails },
      },
    },
    async ({ params: { id }, caller }) => {
      caller.requireAllApps();
      await ledger.flush();
      const row = await findDevice(Number(id));
      if (!row) throw notFound(id);
      const now = Date.now();
      const topics = await subscriptionsOf(db, row.id);
      const last = await lastDeliveries(db, row.id, SHOWN_MESSAGES);
      return {
        ...recordOf(row),
        topics: topics.map(({ topic, added_at }) => ({ topic, since: time(added_at) })),
        messages: last.map((each) => {
          const isExpired = each.state === 'stored' && each.expires_at <= now;
          return {
            id: String(each.message_id),
            state: isExpired ? ('expired' as const) : (each.state as PushState),
            ...(each.reason !== null && { reason: each.reason }),
            updatedAt: time(each.updated_at),
          };
        }),
        waiting: await waitingFor(db, row, now),
      };
    },
  );

  app.get(
    '/audience',
    {
      config: { scope: ['push', 'read'] },
      schema: {
        ...messages,
        summary: 'Count whom a message would reach',
        description:
          'The devices of a topic, a condition, a person or a token. Exact up to 100,000; above it is estimated from the first 100,000, and `isExact` is false. A token that is restricted to mini-apps counts topics of these, and conditions of them. Scope: `push` or `read`.',
        querystring: AudienceQuery,
        response: { 200: DeviceCount },
      },
    },
    async ({ query, caller }) => {
      const condition = query.condition === undefined ? undefined : parseCondition(query.condition);
      requireAudience(caller, query, condition);
      if (query.topic !== undefined) return countSubscribers(db, query.topic);
      if (query.person !== undefined) return countDevicesOf(db, query.person);
      if (query.token !== undefined) {
        const device = await findDeviceByAnyToken(db, query.token);
        return { devices: device ? 1 : 0, isExact: true };
      }
      if (condition) return audiences.count(caller.actor, condition);
      const detail = 'this is no condition over at most five topics';
      throw new ApiError('invalid-query', `/condition: ${detail}`, {
        errors: [{ pointer: '/condition', code: 'invalid_condition', detail }],
      });
    },
  );

  app.post(
    '/audience',
    {
      config: { scope: ['push', 'read'] },
      schema: {
        ...messages,
        summary: 'Count the devices of many tokens or of a device group',
        description:
          'Changes nothing: tokens are too many for an address. Each device counts once, also under a token that was replaced; of groups, those that the caller made. Not for tokens that are restricted to mini-apps. Scope: `push` or `read`.',
        body: AddresseeQuery,
        response: { 200: DeviceCount },
      },
    },
    async ({ body, caller }) => {
      requireAudience(caller, {}, undefined);
      return countAddressees(db, caller.actor, body);
    },
  );

  const messageNotFound = () =>
    new ApiError('message-not-found', 'There is no message with this id.');
  const requireMessage = async (text: string): Promise<MessageRow> => {
    const id = messageIdOf(text);
    const message = id === undefined ? undefined : await findMessage(db, id);
    if (!message) throw messageNotFound();
    return message;
  };
  const describeAll = async (
    rows: readonly MessageRow[],
    caller: Pick<Rights, 'seesNames'>,
  ): Promise<AdminMessage[]> => {
    const personal = await personalAmong(
      db,
      rows.map(({ id }) => id),
    );
    const deliveries = await countDeliveries(db, rows);
    const now = Date.now();
    // Whoever sends to a person learns nothing about their devices.
    const records = rows.map((row) => ({
      ...messageRecord(row, personal.has(row.id) ? NO_DEVICES : deliveries.get(row.id), now),
      sender: row.sender,
    }));
    return nameSenders(db, caller, records);
  };

  const fateOf = async (row: MessageRow): Promise<Pick<AdminMessage, 'accepted' | 'drops'>> => {
    // Whoever sends to a person learns nothing about their devices.
    if ((await personalAmong(db, [row.id])).size > 0) return {};
    const drops = await listDrops(db, row);
    const states = (await countDeliveries(db, [row])).get(row.id);
    if (!states) return { drops };
    return { drops, accepted: [...states.values()].reduce((all, each) => all + each, 0) };
  };

  app.get(
    '/messages',
    {
      config: { scope: 'read' },
      schema: {
        ...messages,
        summary: 'Find messages',
        description:
          'By `sender`, `topic` or `state`; the newest first, or with `sort=createdAt` the oldest. A token that is restricted to mini-apps sees what it sent itself. Scope: `read`.',
        querystring: MessageQuery,
        response: { 200: pageOf(AdminMessage) },
      },
    },
    async ({ query, caller }) => {
      if (caller.apps && query.sender !== undefined && query.sender !== caller.actor) {
        throw new ApiError('app-not-allowed', 'The token sees what it sent itself.');
      }
      await ledger.flush();
      const filter = { ...query, ...(caller.apps && { sender: caller.actor }) };
      const part = readPart(MESSAGE_LIST, query);
      const { items, ...next } = part.toPage(await searchMessages(db, part, filter), (row) => row);
      return { ...next, items: await describeAll(items, caller) };
    },
  );

  app.get(
    '/messages/:id',
    {
      config: { scope: 'read' },
      schema: {
        ...messages,
        summary: 'Read a message',
        description:
          'With its sender and, where it was for devices, what became of it on each. A token that is restricted to mini-apps sees what it sent itself. Scope: `read`.',
        params: z.object({ id: z.string() }),
        response: { 200: AdminMessage },
      },
    },
    async ({ params, caller }) => {
      await ledger.flush();
      const row = await requireMessage(params.id);
      if (caller.apps && row.sender !== caller.actor) throw messageNotFound();
      const record = { ...(await fullRecord(db, row)), sender: row.sender };
      const [named] = await nameSenders(db, caller, [record]);
      return { ...named!, ...(await fateOf(row)) };
    },
  );

  app.get(
    '/messages/:id/trace/:deviceId',
    {
      config: { scope: 'read' },
      schema: {
        ...messages,
        summary: 'Read what happened to a message on its way to a device',
        description:
          'Whether it was for that device, and every step that is kept, with the answer of the push service; also of a device that is not registered any more, where the message was for it alone. Not for tokens that are restricted to mini-apps. Scope: `read`.',
        params: z.object({ id: z.string(), deviceId: DeviceId }),
        response: { 200: MessageTrace },
      },
    },
    async ({ params, caller }) => {
      caller.requireAllApps();
      await ledger.flush();
      const message = await requireMessage(params.id);
      const deviceId = Number(params.deviceId);
      const device = await findDevice(deviceId);
      const trace = await traceMessage(db, message, { deviceId, device }, Date.now());
      if (!device && trace.addressed !== 'yes') throw notFound(params.deviceId);
      const [record] = await describeAll([message], caller);
      return { message: record!, ...(device && { device: recordOf(device) }), ...trace };
    },
  );
}

function transportIn(address: string): string | undefined {
  return (JSON.parse(address) as { transport?: string }).transport;
}
