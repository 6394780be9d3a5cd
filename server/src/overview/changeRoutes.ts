import type { OutgoingHttpHeaders } from 'node:http';

import { ConsoleEvent } from '@host/contracts';

import { ApiError } from '../errors/ApiError.ts';
import type { TypedApp } from '../http/TypedApp.types.ts';
import { type ChangeStreams, MAX_STREAMS_PER_TOKEN } from './ChangeStreams.ts';

/** Open streams on one node. */
const MAX_STREAMS = 500;

/** Live events: they say that something changed, so that a screen reloads it. */
export function changeRoutes(app: TypedApp, { streams }: { streams: ChangeStreams }): void {
  app.get(
    '/events',
    {
      config: { scope: 'read' },
      exposeHeadRoute: false,
      schema: {
        tags: ['console'],
        security: [{ token: [] }],
        summary: 'Hear of changes as a stream of events',
        description:
          'Each event is a `ConsoleEvent` as JSON: that a mini-app, something by an action, messages or devices changed, that a mini-app crashed, that a back end or a push service began or ceased to fail, or a node came or left, within two seconds and on any node. `all` means that something may have been missed. Who has some mini-apps hears of these, of their crashes and back ends, and of messages that they sent themselves. Scope: `read`.',
        response: { 200: ConsoleEvent },
      },
    },
    async (request, reply) => {
      if (!/text\/event-stream/.test(request.headers.accept ?? '')) {
        throw new ApiError('invalid-header', 'This is a stream: send Accept: text/event-stream.');
      }
      const ofToken = streams.sizeOf(request.caller);
      if (streams.size >= MAX_STREAMS || ofToken >= MAX_STREAMS_PER_TOKEN) {
        throw new ApiError('unavailable', 'Too many pages listen.', { retryAfterSeconds: 10 });
      }
      const headers = reply.getHeaders() as OutgoingHttpHeaders;
      const { raw } = reply;
      reply.hijack();
      raw.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        connection: 'close',
        'x-accel-buffering': 'no',
      });
      streams.add(request.caller, raw);
    },
  );
}
