import type { OutgoingHttpHeaders } from 'node:http';

import {
  LIVE_KEY_SUBPROTOCOL,
  LIVE_PATH,
  LIVE_SUBPROTOCOL,
  PushAcknowledgement,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import type { Admission } from '../../http/rate-limits/Admission.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { requireDevice } from '../devices/deviceAuth.ts';
import { readSince } from './readSince.ts';
import type { Hub } from './Hub.ts';
import { StreamWire } from './connection/StreamWire.ts';

const tags = ['devices'];
const Cursor = z.object({ cursor: z.int() });

/** The fallback for networks that block WebSockets: an event stream, with acknowledgements by requests. */
export function liveRoutes(
  app: TypedApp,
  {
    db,
    hub,
    admission,
  }: { db: Database; hub: Hub; admission: Pick<Admission, 'admit' | 'takePlace'> },
): void {
  app.get(
    LIVE_PATH,
    {
      schema: {
        tags,
        summary: 'Connect a device by WebSocket',
        description: `The subprotocol is \`${LIVE_SUBPROTOCOL}\`, the key of the device goes into \`Authorization: Bearer <device key>\` or, in browsers, a second subprotocol \`${LIVE_KEY_SUBPROTOCOL}<device key>\`. \`since\` is the cursor of the last message that the device kept. See docs/push-protocol.md.`,
        querystring: z.object({ since: z.optional(z.string()) }),
        response: { 426: z.object({}) },
      },
    },
    async (_, reply) => {
      void reply.header('upgrade', 'websocket');
      throw new ApiError('upgrade-required', 'The request is no WebSocket handshake.');
    },
  );

  app.get(
    '/v1/push/stream',
    {
      // A HEAD request would replace the device's connection and carry nothing.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Receive pushes as a stream of events',
        description:
          'What the WebSocket carries, as `text/event-stream`. `Last-Event-ID` or `since` is the cursor of the last message that the device kept; acknowledge with POST /v1/push/acks.',
        querystring: z.object({ since: z.optional(z.string()) }),
        response: { 200: z.object({}) },
      },
    },
    async (request, reply) => {
      const device = await requireDevice(db, request);
      const last = request.headers['last-event-id'] ?? request.query.since;
      const since = readSince(typeof last === 'string' ? last : undefined);
      if (since === null) throw new ApiError('invalid-query', 'The cursor is no number.');
      if (!admission.admit()) {
        const retryAfterSeconds = admission.takePlace();
        throw new ApiError('unavailable', 'Too many devices connect at once.', {
          retryAfterSeconds,
        });
      }
      const headers = reply.getHeaders() as OutgoingHttpHeaders;
      const { raw } = reply;
      // A response that is queued behind another stream on the same socket would never begin.
      if (!raw.socket) {
        reply.hijack();
        request.raw.socket.destroy();
        return;
      }
      const open = () => {
        reply.hijack();
        raw.writeHead(200, {
          ...headers,
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          // The socket ends with the stream: no client reuses it.
          connection: 'close',
          // Proxies that buffer responses would hold messages back.
          'x-accel-buffering': 'no',
        });
        return new StreamWire(raw);
      };
      const connection = await hub.connect(device, open, since);
      if (!connection) return;
      raw.on('drain', () => hub.resume(connection));
      raw.on('close', () => hub.disconnect(connection));
      if (raw.destroyed) hub.disconnect(connection);
    },
  );

  app.post(
    '/v1/push/acks',
    {
      schema: {
        tags,
        summary: 'Acknowledge what this device kept',
        description:
          'Answers how far the device has come, on disk: never further than what it was sent, and never back.',
        body: PushAcknowledgement,
        response: { 200: Cursor },
      },
    },
    async (request) => {
      const device = await requireDevice(db, request);
      const { cursor, opened = [], held = [] } = request.body;
      await hub.reported(device, [
        ...opened.map((id) => ({ messageId: Number(id) })),
        ...held.map(({ id, reason }) => ({ messageId: Number(id), held: reason })),
      ]);
      return { cursor: await hub.acknowledgeDevice(device, cursor) };
    },
  );
}
