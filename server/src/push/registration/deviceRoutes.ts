import {
  DeviceCredentials,
  DeviceRegistration,
  RegisteredDevice,
  Topic,
  WebPushSubscription,
  userTopic,
} from '@host/contracts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Quotas } from '../../operations/quotas/Quotas.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { removeDevices } from '../device-lifecycle/removeDevices.ts';
import { setAddress } from '../devices/addressRows.ts';
import { type PersonOf, claimsOf, requireDevice, keyTokenOf } from '../devices/deviceAuth.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import { type DeviceRow, findDeviceOfKey } from '../devices/deviceRows.ts';
import { isUnreachableToken, issueCredentials } from '../devices/deviceToken.ts';
import { poolOf } from '../devices/poolOf.ts';
import { subscriptionsOf } from '../devices/topicRows.ts';
import { type Senders, hasScope, mayReachApp } from '../server-keys/Senders.ts';
import type { TopicService } from '../topics/TopicService.ts';
import type { DeviceAddress } from '../transports/Transport.types.ts';
import type { DeviceChallenges } from './challenges/DeviceChallenges.ts';
import { ProofMissing } from './requireProof.ts';
import { requireTopicRoom } from './requireTopicRoom.ts';
import { addressOf } from './deviceAddress.ts';
import type { DeviceQuota } from './DeviceQuota.ts';
import { registerDevice } from './registerDevice.ts';

const tags = ['devices'];
const Topics = z.object({ topics: z.array(z.string()) });
const Empty = z.object({});
/** Bytes on disk of a subscription in addition to its topic, which is in two indexes. */
const SUBSCRIPTION_BYTES = 100;
const WebPushKey = z.object({ publicKey: z.string() });

interface DeviceRoutesDeps {
  db: Database;
  topics: TopicService;
  senders: Senders;
  personOf: PersonOf;
  challenges: DeviceChallenges;
  /** The public key that browsers subscribe to Web Push with. */
  webPushKey: string | undefined;
  quotas: Quotas;
  deviceQuota: DeviceQuota;
}

/** Registering and unregistering devices, their topics, and their Web Push subscriptions. */
export function deviceRoutes(app: TypedApp, deps: DeviceRoutesDeps): void {
  const { db, challenges } = deps;
  app.post(
    '/devices/register',
    {
      schema: {
        tags,
        summary: 'Register a device push token',
        description:
          'The same token is always one device: 201 for a new token, 200 for a known one. A token of this gateway belongs to the person whose session the request carries only together with its `key`. Registering a known one again moves it to the person whose session the request carries, or to nobody, and takes proof that the device is yours: its key, the session of its person, or the code that is sent to the token after `device-proof-required`.',
        body: DeviceRegistration,
        response: { 200: RegisteredDevice, 201: RegisteredDevice },
      },
    },
    async (request, reply) => {
      const { body, network } = request;
      if (isUnreachableToken(body.token)) {
        throw new ApiError('invalid-body', '/token: no sender could reach a device by it');
      }
      const by = await claimsOf(request.headers.authorization, body, deps.personOf);
      const pool = by.personId === null ? 'strangers' : 'people';
      await deps.deviceQuota.admit(body, { address: request.address, pool });
      try {
        const { device, isNew } = await registerDevice(db, body, by, {
          now: Date.now(),
          redeem: (tx, token, code) => challenges.redeem(tx, token, code, network),
        });
        return await reply.code(isNew ? 201 : 200).send(device);
      } catch (error) {
        if (!(error instanceof ProofMissing)) throw error;
        throw await challenges.answer(body.token, error.address, network);
      }
    },
  );

  app.delete(
    '/devices/:token',
    {
      schema: {
        tags,
        summary: 'Unregister a device',
        description:
          'With the key of the device, the session of its person, or a server key; without any of them 401, with those of somebody else 403. A device that has none registers with a proof first.',
        params: z.object({ token: z.string() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { token } = request.params;
      if (request.headers.authorization === undefined) {
        throw new ApiError(
          'unauthorized',
          'The request has no header Authorization: Bearer <device key>, <session> or <server key>.',
        );
      }
      const device = await findDeviceOfKey(db, token);
      if (!device) throw new ApiError('device-not-found', 'The token is not registered.');
      await requireOwner(deps, request, device);
      await db.transaction((tx) => removeDevices(tx, [device.id]));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/v1/push/tokens',
    {
      schema: {
        tags,
        summary: 'Get a device token of this gateway',
        description:
          'For hosts that no other push service gives one. The token is for senders, the key stays on the device and opens its connection. Register the token next.',
        response: { 201: DeviceCredentials },
      },
    },
    async (_, reply) =>
      reply.code(201).header('cache-control', 'no-store').send(issueCredentials()),
  );

  ownTopics(app, deps);
  webPush(app, deps);
}

/** The topics of the device that sends the request. */
function ownTopics(app: TypedApp, { db, topics, quotas }: DeviceRoutesDeps): void {
  const listed = async (device: DeviceRow) => ({
    topics: (await subscriptionsOf(db, device.id)).map(({ topic }) => topic),
  });
  app.get(
    '/v1/push/topics',
    { schema: { tags, summary: 'List the topics of this device', response: { 200: Topics } } },
    async (request) => listed(await requireDevice(db, request)),
  );

  const params = z.object({ topic: Topic });
  app.put(
    '/v1/push/topics/:topic',
    {
      schema: {
        tags,
        summary: 'Subscribe this device to a topic',
        params,
        response: { 200: Topics },
      },
    },
    async (request) => {
      const device = await requireDevice(db, request);
      const { topic } = request.params;
      const isPersonal = topic.startsWith(userTopic(''));
      if (isPersonal && (device.person_id === null || topic !== userTopic(device.person_id))) {
        throw new ApiError('topic-not-allowed', `The topic ${topic} is for another person.`);
      }
      const from = { address: request.address, pool: poolOf(device, Date.now()) };
      await topics.subscribeOne(topic, device.id, (own) => {
        requireTopicRoom(device, own, topic);
        quotas.admit('topics', from, 2 * topic.length + SUBSCRIPTION_BYTES);
      });
      return listed(device);
    },
  );
  app.delete(
    '/v1/push/topics/:topic',
    {
      schema: {
        tags,
        summary: 'Unsubscribe this device from a topic',
        params,
        response: { 200: Topics },
      },
    },
    async (request) => {
      const device = await requireDevice(db, request);
      await topics.unsubscribe(request.params.topic, [device.id]);
      return listed(device);
    },
  );
}

/** The Web Push subscription of the device, for when it is not connected. */
function webPush(app: TypedApp, { db, webPushKey }: DeviceRoutesDeps): void {
  const change = (device: DeviceRow, address: DeviceAddress | null) =>
    db.transaction(async (tx) => {
      await setAddress(tx, device.id, address && JSON.stringify(address));
      await notifyDevices(tx, [device.id]);
    });
  app.get(
    '/v1/push/web-push',
    {
      schema: {
        tags,
        summary: 'Read the key that browsers subscribe to Web Push with',
        response: { 200: WebPushKey },
      },
    },
    async () => {
      if (webPushKey === undefined) throw new ApiError('not-found', 'There is no Web Push here.');
      return { publicKey: webPushKey };
    },
  );
  app.post(
    '/v1/push/web-push',
    {
      schema: {
        tags,
        summary: 'Reach this device by Web Push while it is not connected',
        body: WebPushSubscription,
        response: { 200: Empty },
      },
    },
    async (request) => {
      const device = await requireDevice(db, request);
      await change(device, { transport: 'webpush', ...request.body });
      return {};
    },
  );
  app.delete(
    '/v1/push/web-push',
    {
      schema: { tags, summary: 'Stop reaching this device by Web Push', response: { 200: Empty } },
    },
    async (request) => {
      const device = await requireDevice(db, request);
      // A device with a token of another push service keeps that as its address.
      await change(device, addressOf(device, Date.now()) ?? null);
      return {};
    },
  );
}

async function requireOwner(
  { db, personOf, senders }: DeviceRoutesDeps,
  request: FastifyRequest,
  device: DeviceRow,
): Promise<void> {
  const { authorization } = request.headers;
  const keyToken = keyTokenOf(authorization);
  const opened = keyToken === undefined ? undefined : await findDeviceOfKey(db, keyToken);
  if (opened?.id === device.id) return;
  const sender = await senders.authenticate(authorization);
  if (sender && hasScope(sender, 'topics') && mayReachApp(sender, device.app)) return;
  const person = keyToken === undefined && !sender ? await personOf(authorization) : undefined;
  if (person && device.person_id === person.id) return;
  throw new ApiError('device-key-wrong', 'The device belongs to somebody else.');
}
