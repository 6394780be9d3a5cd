import { EventEmitter } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';

import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { admitStrangers } from './admitStrangers.ts';
import { RefusalPace } from './RefusalPace.ts';
import { StrangerTurns } from './StrangerTurns.ts';

const KEY = 'key=known';
const A_TURN = 16;
const MAX_WAITING = 2000;

describe('requests of strangers', () => {
  let begun: string[];
  let server: ReturnType<typeof createServer>;
  const metrics = () => app.metrics.metrics();
  let app: FastifyInstance;

  beforeEach(() => {
    begun = [];
    server = createServer(
      ({ headers, url }) =>
        void begun.push(headers.authorization ?? (url === '/health' ? 'probe' : 'stranger')),
    );
    app = { server, metrics: new Registry() } as unknown as FastifyInstance;
    admitStrangers(app, {
      turns: new StrangerTurns({ now: () => 0 }),
      baseUrl: 'http://localhost',
      isKnown: (authorization) => authorization === KEY,
      isProbe: ({ url }) => url === '/health',
      refusals: new RefusalPace(1000),
    });
  });

  const arrive = (authorization?: string, socket: object = {}, url = '/') => {
    const request = { headers: { authorization }, socket, url } as unknown as IncomingMessage;
    const response = Object.assign(new EventEmitter(), {
      writeHead: vi.fn<(status: number, headers: object) => void>(),
      end: vi.fn<(body: string) => void>(),
    });
    server.emit('request', request, response as unknown as ServerResponse);
    return response;
  };
  const nextTurn = () => new Promise((resolve) => void setImmediate(resolve));

  it('wait for their turn, and those with a key begin at once, before all who wait', async () => {
    for (let n = 0; n < 100; n++) arrive();
    arrive(KEY);
    arrive('key=guessed');
    expect(begun).toEqual([...Array.from({ length: A_TURN }, () => 'stranger'), KEY]);
    while (begun.length < 102) await nextTurn();
    expect(begun.at(-1)).toBe('key=guessed');
  });

  it('are told to come back when too many wait, after a while, and are counted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    for (let n = 0; n < A_TURN + MAX_WAITING; n++) arrive();
    const refused = arrive();
    expect(refused.end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(refused.writeHead).toHaveBeenCalledWith(
      503,
      expect.objectContaining({ 'retry-after': '1' }),
    );
    expect(JSON.parse(refused.end.mock.calls[0]![0])).toMatchObject({ code: 'unavailable' });
    vi.useRealTimers();
    expect(await metrics()).toContain('http_strangers_refused_total 1');
    arrive(KEY);
    expect(begun.at(-1)).toBe(KEY);
  });

  it('leave room for probes: a node that nobody can ask would be ended for it', () => {
    for (let n = 0; n < A_TURN + MAX_WAITING; n++) arrive();
    arrive(undefined, {}, '/health');
    expect(begun.at(-1)).toBe('probe');
  });

  it('end the connection when more of them come on it than anybody sends without waiting', () => {
    const socket = { destroy: vi.fn<() => void>() };
    const answers = Array.from({ length: 16 }, () => arrive(undefined, socket));
    answers[0]!.emit('close');
    arrive(undefined, socket);
    expect(socket.destroy).not.toHaveBeenCalled();
    arrive(undefined, socket);
    expect(socket.destroy).toHaveBeenCalledTimes(1);
  });
});
