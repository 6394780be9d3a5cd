import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

import { acceptedEncodings } from '../../../http/chooseEncoding.ts';
import { requestIdOf } from '../../../http/requestIds.ts';
import type { ContentCache } from './ContentCache.ts';

const MAX_ANSWERS = 10_000;
const REQUEST_ID = 'x-request-id';

interface Answer {
  /** Names and values in turn, without the id of the request. */
  headers: string[];
  /** Where the content is in the cache. */
  source: string;
  bytes: number;
}

interface FoundAnswer {
  answer: Answer;
  content: Buffer;
}

/**
 * Sends whole artifacts again that are in memory, without a framework: most of what an answer of this size costs is
 * hooks, parsing and headers that are the same every time. Whatever is not exactly such a request goes the usual way.
 */
export class MemoryAnswers {
  readonly #contents: ContentCache;
  readonly #answers = new LRUCache<string, Answer>({ max: MAX_ANSWERS });

  constructor(contents: ContentCache) {
    this.#contents = contents;
  }

  /**
   * Remembers the headers of an answer with a whole content, which are final: artifacts never change. Only under the
   * address as we write it: of other ways to write it, such as with a query, there is no end.
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

  /** What answers a request; undefined when it has to go the usual way. */
  find(request: IncomingMessage): FoundAnswer | undefined {
    if (!isPlain(request)) return undefined;
    const answer = this.#answers.get(keyOf(request));
    const content = answer && this.#contents.peek(answer.source);
    return content && { answer, content };
  }

  /** Answers at once and says how many bytes that were. */
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

/** Whether all that decides about the answer is the address and which encodings are accepted. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.range === undefined && headers['if-none-match'] === undefined;
}

// What is accepted, not how a client words it: otherwise one client has as many answers kept as it finds words.
function keyOf({ url, headers }: IncomingMessage): string {
  return `${acceptedEncodings(headers['accept-encoding']).join()}\n${url}`;
}
