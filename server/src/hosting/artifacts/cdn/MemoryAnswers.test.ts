import type { IncomingMessage } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';

import type { ContentCache } from './ContentCache.ts';
import { MemoryAnswers } from './MemoryAnswers.ts';

const HONEST = '/cdn/mini-apps/com.acme.orders/1.0.0/web/app.js';
const OTHER = '/cdn/mini-apps/com.acme.tickets/1.0.0/web/app.js';
const MANY = 10_001;

const reply = { getHeaders: () => ({}), getHeader: () => 1 } as unknown as FastifyReply;

function answersWithOne() {
  const contents = { peek: () => Buffer.from('x') } as Partial<ContentCache> as ContentCache;
  const answers = new MemoryAnswers(contents);
  const ask = (url: string, address: string, acceptEncoding?: string) => {
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
    const raw = { method: 'GET', url, headers } as Partial<IncomingMessage> as IncomingMessage;
    answers.remember({ raw } as FastifyRequest, reply, address, 'source');
    return raw;
  };
  const isFound = (raw: IncomingMessage) => answers.find(raw) !== undefined;
  return { ask, isFound, honest: ask(HONEST, HONEST, 'gzip, deflate, br') };
}

describe('the answers in memory', () => {
  it.each<[string, (n: number) => [url: string, acceptEncoding?: string]]>([
    ['a wording of Accept-Encoding of its own', (n) => [OTHER, `gzip, x${n}`]],
    ['a query of its own', (n) => [`${OTHER}?${n}`]],
    ['an address that is written in its own way', (n) => [`http://h${n}${OTHER}`]],
  ])('are not pushed out by one file that is asked for with %s', (_, askedBy) => {
    const { ask, isFound, honest } = answersWithOne();
    for (let n = 0; n < MANY; n++) {
      const [url, acceptEncoding] = askedBy(n);
      ask(url, OTHER, acceptEncoding);
    }
    expect(isFound(honest)).toBe(true);
  });

  it('are the same for clients that accept the same in other words', () => {
    const { ask, isFound } = answersWithOne();
    ask(OTHER, OTHER, 'br, gzip;q=0.5');
    const asked = { method: 'GET', url: OTHER, headers: { 'accept-encoding': 'GZIP,br,zstd' } };
    expect(isFound(asked as Partial<IncomingMessage> as IncomingMessage)).toBe(true);
    asked.headers['accept-encoding'] = 'gzip';
    expect(isFound(asked as Partial<IncomingMessage> as IncomingMessage)).toBe(false);
  });
});
