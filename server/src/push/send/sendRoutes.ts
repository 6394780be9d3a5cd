import type { FastifyInstance } from 'fastify';

import type { Tracer } from '../../tracing/Tracer.ts';
import { bytesOf, sendAnswer } from '../protocol/protocolScope.ts';
import { toSendRequest } from './toSendRequest.ts';
import type { SendHandler } from './SendHandler.types.ts';
import { SendSpan } from './SendSpan.ts';

/** The paths of sends: FCM's and, older, GCM's. */
export const SEND_PATHS = ['/fcm/send', '/gcm/send'] as const;

const DESCRIPTION = `The legacy FCM protocol, with \`Authorization: key=<SERVER_KEY>\` or \`Bearer\`: \`to\` (a token, a device group, \`/topics/<topic>\` or, with a key of a mini-app, \`/people/<openId>\`), \`registration_ids\` or \`condition\`, with \`notification\` and \`data\`, as JSON or form-encoded. Answers are those of the protocol. Additions: \`send_at\`, \`Idempotency-Key\`.`;

/** `POST /fcm/send` and `POST /gcm/send`. */
export function sendRoutes(
  app: FastifyInstance,
  { sendHandler, tracer }: { sendHandler: SendHandler; tracer: Tracer | undefined },
): void {
  for (const path of SEND_PATHS) {
    app.post(
      path,
      {
        // The outcome of a message is in its status, not in the log.
        config: { pushScope: 'send', isLoggedAsRead: true },
        schema: {
          tags: ['push'],
          summary: path === '/fcm/send' ? 'Send a push' : 'Send a push, by its older name',
          description: DESCRIPTION,
        },
      },
      async (request, reply) => {
        const { sender, headers } = request;
        const span = tracer && SendSpan.begin(tracer, path, headers);
        if (span) reply.raw.on('close', () => span.end(reply.statusCode));
        const { answer, unexpected } = await sendHandler.handle({
          ...toSendRequest(sender, headers, bytesOf(request), span?.trace),
          asked: sender.isOperator
            ? { address: request.address, requestId: request.id }
            : undefined,
        });
        if (unexpected)
          request.log.error({ reqId: request.id, err: unexpected }, 'unexpected error');
        return sendAnswer(reply, answer);
      },
    );
  }
}
