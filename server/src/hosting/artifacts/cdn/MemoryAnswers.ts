import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

import { acceptedEncodings } from '../../../http/headers/chooseEncoding.ts';
import { requestIdOf } from '../../../http/headers/requestIds.ts';
import type { ContentCache } from './ContentCache.ts';

const MAX_ANSWERS = 10_000;
const REQUEST_ID = 'x-request-id';

interface Answer {
  /** Alternating names and values, without the id of the request. */
  headers: string[];
  /** The key of the content in the cache. */
  source: string;
  bytes: number;
}

interface FoundAnswer {
  answer: Answer;
  content: Buffer;
}

/**
 * The fast path of whole artifacts in memory, without the framework: most of what such an answer costs is hooks, parsing
 * and headers that are always the same. All other requests take the usual route.
 */
export class MemoryAnswers {
  readonly #contents: ContentCache;
  readonly #answers = new LRUCache<string, Answer>({ max: MAX_ANSWERS });

  constructor(contents: ContentCache) {
    this.#contents = contents;
  }

  /**
   * Remembers the headers of an answer with whole content, which never change. Only for the canonical URL: other spellings,
   * for example with a query, are unbounded.
   */
  remember({ raw }: FastifyRequest, reply: FastifyReply, address: string, source: string): void {
    if (!isPlain(raw) || raw.url !== address) return;
    const headers: string[] = [];
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (name !== REQUEST_ID) headers.push(name, String(value));
    }
    const bytes = Number(reply.getHeader('content-length'));
    this.#answers.set(keyOf(raw), { headers, source, bytes });
  }

  /** The answer to a request; undefined when it has to take the usual route. */
  find(request: IncomingMessage): FoundAnswer | undefined {
    if (!isPlain(request)) return undefined;
    const answer = this.#answers.get(keyOf(request));
    const content = answer && this.#contents.peek(answer.source);
    return content && { answer, content };
  }

  /** Sends the answer and returns its number of bytes. */
  send(
    { answer, content }: FoundAnswer,
    request: IncomingMessage,
    response: ServerResponse,
  ): number {
    response.writeHead(200, [...answer.headers, REQUEST_ID, requestIdOf(request)]);
    response.end(content);
    return answer.bytes;
  }
}

/** Whether the answer depends on nothing but the URL and the accepted encodings. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.range === undefined && headers['if-none-match'] === undefined;
}

// Keyed by the accepted encodings and not by the header's text, which is unbounded.
function keyOf({ url, headers }: IncomingMessage): string {
  return `${acceptedEncodings(headers['accept-encoding']).join()}\n${url}`;
}
