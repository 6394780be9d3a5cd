import type { IncomingMessage } from 'node:http';

import { LIMITS } from '@host/contracts';
import type { FastifyBaseLogger } from 'fastify';

import type { EarlyAnswer } from '../../http/connections/answerEarly.ts';
import { writeOutcome } from '../../http/log/logOutcome.ts';
import type { MeasureRequest } from '../../http/metrics.ts';
import { requestIdOf } from '../../http/headers/requestIds.ts';
import { EVERY_ANSWER } from '../../http/headers/securityHeaders.ts';
import type { Tracer } from '../../tracing/Tracer.ts';
import { headersOf } from '../protocol/answers.ts';
import { type Senders, hasScope } from '../server-keys/Senders.ts';
import { SEND_PATHS } from './sendRoutes.ts';
import type { SendHandler } from './SendHandler.types.ts';
import { SendSpan } from './SendSpan.ts';
import { toSendRequest } from './toSendRequest.ts';

const PATHS: ReadonlySet<string | undefined> = new Set(SEND_PATHS);

interface EarlyOptions {
  sendHandler: SendHandler;
  senders: Senders;
  measure: MeasureRequest;
  tracer: Tracer | undefined;
  logger: FastifyBaseLogger | undefined;
}

/**
 * The fast path of sends, for senders whose key is in memory. It bypasses the framework, whose hooks and parsers are a good
 * part of the cost of a send. Unknown senders and bodies that are too long take the usual route, which refuses them.
 */
export function sendEarly(options: EarlyOptions): EarlyAnswer {
  const { sendHandler, senders, measure, tracer, logger } = options;
  return (request, response) => {
    const { headers, url: path } = request;
    const sender = isPlain(request) ? senders.remembered(headers.authorization) : undefined;
    if (!sender || !hasScope(sender, 'send')) return false;
    const reqId = requestIdOf(request);
    const finish = measure('POST', path!);
    const span = tracer && SendSpan.begin(tracer, path!, headers);
    let sent = 0;
    response.on('close', () => {
      const { statusCode: status } = response;
      const ms = finish(status, sent);
      span?.end(status);
      if (status < 400 || !logger) return;
      writeOutcome(logger, { reqId, method: 'POST', path, status, ms }, true);
    });
    whenRead(request, async (bytes) => {
      const { answer, unexpected } = await sendHandler.handle(
        toSendRequest(sender, headers, bytes, span?.trace),
      );
      if (unexpected) logger?.error({ reqId, err: unexpected }, 'unexpected error');
      sent = Buffer.byteLength(answer.body);
      const own = headersOf(answer);
      Object.assign(own, EVERY_ANSWER);
      own['x-request-id'] = reqId;
      own['content-length'] = String(sent);
      response.writeHead(answer.status, own);
      response.end(answer.body);
    });
    return true;
  };
}

/** Whether a request is a send whose Content-Length is within the limit. */
function isPlain({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    PATHS.has(url) &&
    Number(headers['content-length'] ?? Infinity) <= LIMITS.pushBodyBytes
  );
}

/** Reads a body to its end. Never calls back if the connection is cut before. */
function whenRead(request: IncomingMessage, read: (bytes: Buffer) => Promise<void>): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => void chunks.push(chunk));
  request.on('end', () => void read(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
}
