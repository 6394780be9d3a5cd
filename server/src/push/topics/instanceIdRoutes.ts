import { LIMITS, Topic, topicOfAddress } from '@host/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';

import type { Database } from '../../storage/database/Database.types.ts';
import { type Addressee, findAddressees } from '../devices/addresseeRows.ts';
import { type DeviceRow, findDeviceById } from '../devices/deviceRows.ts';
import { isMalformedToken } from '../devices/deviceToken.ts';
import { subscriptionsOf } from '../devices/topicRows.ts';
import { json, text } from '../protocol/answers.ts';
import { bytesOf, sendAnswer } from '../protocol/protocolScope.ts';
import { readBody } from '../protocol/readBody.ts';
import { type Sender, mayReachApp, mayReachTopic } from '../server-keys/Senders.ts';
import type { TopicService } from './TopicService.ts';

const tags = ['push topics'];
const OneDevice = z.object({ token: z.string(), topic: z.string() });
const Batch = z.object({ operation: z.enum(['v1:batchAdd', 'v1:batchRemove']) });
const BatchBody = z.object({
  to: z.string(),
  registration_tokens: z
    .array(z.string())
    .check(z.minLength(1), z.maxLength(LIMITS.tokensPerRequest)),
});

/** The Instance ID API: topics of devices, as senders manage them. */
export function instanceIdRoutes(
  app: FastifyInstance,
  { db, topics }: { db: Database; topics: TopicService },
): void {
  const config = { pushScope: 'topics' as const };
  for (const method of ['POST', 'DELETE'] as const) {
    app.route({
      method,
      url: '/iid/v1/:token/rel/topics/:topic',
      config,
      schema: {
        tags,
        summary: method === 'POST' ? 'Subscribe a device to a topic' : 'Unsubscribe a device',
        params: OneDevice,
        response: { 200: z.object({}) },
      },
      handler: async (request, reply) => {
        const { token, topic } = request.params as z.infer<typeof OneDevice>;
        if (!z.safeParse(Topic, topic).success) return fail(reply, 400, 'InvalidTopicName');
        const device = (await findAddressees(db, [token])).get(token);
        if (!mayReachTopic(request.sender, topic)) return fail(reply, 403, 'PERMISSION_DENIED');
        // The same error as for an unknown token: a sender learns nothing about devices of other apps.
        if (!device || !mayReachApp(request.sender, device.app)) {
          return fail(reply, 404, 'InvalidToken');
        }
        if (method === 'DELETE') await topics.unsubscribe(topic, [device.id]);
        else if ((await topics.subscribe(topic, [device.id])).size > 0) {
          return fail(reply, 400, 'TooManyTopics');
        }
        return reply.code(200).send({});
      },
    });
  }

  app.post(
    '/iid/:operation',
    {
      config,
      schema: {
        tags,
        summary: 'Subscribe or unsubscribe up to 1000 devices',
        description: '`/iid/v1:batchAdd` and `/iid/v1:batchRemove`.',
        params: Batch,
      },
    },
    async (request, reply) => {
      const { operation } = request.params as z.infer<typeof Batch>;
      const { fields } = readBody('application/json', bytesOf(request));
      const body = z.safeParse(BatchBody, fields);
      const topic = body.success ? topicOf(body.data.to) : undefined;
      if (!body.success || topic === undefined) {
        return sendAnswer(reply, { ...json({ error: 'INVALID_ARGUMENT' }), status: 400 });
      }
      const tokens = body.data.registration_tokens;
      const known = await findAddressees(db, tokens);
      const isTheirs = mayReachTopic(request.sender, topic);
      const mayChange = (device: Addressee | undefined): device is Addressee =>
        device !== undefined && isTheirs && mayReachApp(request.sender, device.app);
      const ids = [...new Set([...known.values()].filter(mayChange).map(({ id }) => id))];
      const isAdding = operation === 'v1:batchAdd';
      const full = isAdding ? await topics.subscribe(topic, ids) : new Set<number>();
      if (!isAdding) await topics.unsubscribe(topic, ids);
      const results = tokens.map((token) => {
        const device = known.get(token);
        if (isMalformedToken(token)) return { error: 'INVALID_ARGUMENT' };
        if (!isTheirs) return { error: 'PERMISSION_DENIED' };
        if (!mayChange(device)) return { error: 'NOT_FOUND' };
        return full.has(device.id) ? { error: 'TOO_MANY_TOPICS' } : {};
      });
      return sendAnswer(reply, json({ results }));
    },
  );

  app.get(
    '/iid/info/:token',
    {
      config,
      schema: {
        tags,
        summary: 'Read what is known of a device',
        description: 'With `details=true` also its topics.',
        params: z.object({ token: z.string() }),
        querystring: z.object({ details: z.optional(z.string()) }),
      },
    },
    async (request, reply) => {
      const { token } = request.params as { token: string };
      const { details } = request.query as { details?: string };
      const known = (await findAddressees(db, [token])).get(token);
      const device = known && (await findDeviceById(db, known.id));
      if (!device || !mayReachApp(request.sender, device.app)) {
        return fail(reply, 404, 'No information found about this instance id.');
      }
      const info = await infoOf(db, device, request.sender, details === 'true');
      return sendAnswer(reply, json(info));
    },
  );
}

async function infoOf(db: Database, device: DeviceRow, sender: Sender, withTopics: boolean) {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const subscriptions = withTopics ? await subscriptionsOf(db, device.id) : [];
  const topics = subscriptions
    .filter(({ topic }) => mayReachTopic(sender, topic))
    .map(({ topic, added_at }) => [topic, { addDate: dayOf(added_at) }]);
  return {
    application: device.app ?? '',
    authorizedEntity: sender.actor,
    platform: device.platform.toUpperCase(),
    connectDate: dayOf(device.last_seen),
    ...(topics.length > 0 && { rel: { topics: Object.fromEntries(topics) } }),
  };
}

function topicOf(to: string): string | undefined {
  return topicOfAddress(to) ?? (z.safeParse(Topic, to).success ? to : undefined);
}

function fail(reply: FastifyReply, status: number, error: string): FastifyReply {
  return sendAnswer(reply, { ...text(status, JSON.stringify({ error })), type: json({}).type });
}
