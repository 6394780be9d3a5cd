import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { StrayErrors } from '../../errors/stray/StrayErrors.ts';
import { type EarlyAnswer, answerEarly } from './answerEarly.ts';

let app: FastifyInstance;
let strays: unknown[];
beforeEach(() => {
  app = Fastify();
  strays = [];
  app.get('/', async () => 'from a route');
});
afterEach(() => app.close());

function answerWith(...answers: EarlyAnswer[]): void {
  const logger = { error: ({ err }: { err: unknown }) => void strays.push(err) };
  const noted = new StrayErrors(logger as never, new Registry());
  answerEarly(app, { answers, isShuttingDown: () => false, isChecked: () => false, strays: noted });
}

describe('answering early', () => {
  it('leaves to the routes what it does not answer', async () => {
    answerWith(({ url }, response) => url === '/early' && Boolean(response.end('early')));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    expect(await (await fetch(`${url}/early`)).text()).toBe('early');
    expect(await (await fetch(url)).text()).toBe('from a route');
  });

  it('answers 500 for a mistake of its own, or closes what was begun', async () => {
    const mistake = new Error('a mistake');
    answerWith(({ url }, response) => {
      if (url === '/begun') response.writeHead(200, { 'content-length': 2 }).write('x');
      if (url !== '/') throw mistake;
      return false;
    });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const failed = await fetch(`${url}/early`);
    expect(failed.status).toBe(500);
    expect(failed.headers.get('x-content-type-options')).toBe('nosniff');
    await expect(fetch(`${url}/begun`).then((answer) => answer.text())).rejects.toThrow(
      /terminated|fetch failed/,
    );
    expect((await fetch(url)).status).toBe(200);
    expect(strays).toEqual([mistake, mistake]);
  });

  it('refuses to take the place of more listeners than the one of Fastify', () => {
    app.server.on('request', () => undefined);
    expect(() => answerWith()).toThrow('one listens to requests, not 2');
    app.server.removeAllListeners('request');
    expect(() => answerWith()).toThrow('one listens to requests, not 0');
  });
});
