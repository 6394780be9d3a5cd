import { LIMITS } from '@host/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { bytesOf, sendAnswer } from '../protocol/protocolScope.ts';
import { readBody } from '../protocol/readBody.ts';
import { invalidParameters } from '../protocol/Refusal.ts';
import type { SendService } from './SendService.ts';

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyLength}}$`);

const DESCRIPTION = `The legacy FCM protocol, with \`Authorization: key=<SERVER_KEY>\` or \`Bearer\`: \`to\` (a token, a device group or \`/topics/<topic>\`), \`registration_ids\` or \`condition\`, with \`notification\` and \`data\`, as JSON or form-encoded. Answers are those of the protocol. Additions: \`send_at\`, \`Idempotency-Key\`.`;

/** `POST /fcm/send` and its older name. */
export function sendRoutes(app: FastifyInstance, { service }: { service: SendService }): void {
  for (const path of ['/fcm/send', '/gcm/send']) {
    app.post(
      path,
      {
        config: { pushScope: 'send' },
        schema: {
          tags: ['push'],
          summary: path === '/fcm/send' ? 'Send a push' : 'Send a push, by its older name',
          description: DESCRIPTION,
        },
      },
      async (request, reply) => {
        const bytes = bytesOf(request);
        const body = readBody(request.headers['content-type'], bytes);
        const idempotencyKey = keyOf(request);
        const { sender } = request;
        return sendAnswer(reply, await service.send({ sender, body, bytes, idempotencyKey }));
      },
    );
  }
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw invalidParameters(
    `the Idempotency-Key has 1 to ${LIMITS.idempotencyKeyLength} printable characters without spaces`,
  );
}
