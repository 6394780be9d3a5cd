import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Departure } from './Departure.ts';

describe('a server that is stopped behind a proxy', () => {
  let server: Server;
  let url: string;
  let departure: Departure;
  beforeEach(async () => {
    server = createServer((_, response) => response.end('ok'));
    departure = new Departure();
    departure.watch(server);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fcm/send`;
  });
  afterEach(() => void server.close());

  it('answers on connections that are kept, until it drains', async () => {
    expect((await fetch(url)).headers.get('connection')).toBe('keep-alive');
    departure.drain();
    expect((await fetch(url)).headers.get('connection')).toBe('close');
  });

  it('turns away at last what can be repeated elsewhere, and nothing else', () => {
    departure.drain();
    expect(() => departure.check('GET', '/v1/mini-programs')).not.toThrow();
    void departure.leave();
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(() => departure.check(method, '/v1/mini-programs')).toThrow('being stopped');
      for (const own of ['/health', '/ready', '/metrics']) {
        expect(() => departure.check(method, own)).not.toThrow();
      }
    }
    expect(() => departure.check('POST', '/fcm/send')).not.toThrow();
  });

  it('leaves once nothing is brought any more that cannot be repeated', async () => {
    departure.drain();
    const began = performance.now();
    const left = departure.leave().then(() => performance.now() - began);
    let last = 0;
    for (let sends = 0; sends < 5; sends++) {
      await fetch(url, { method: 'POST' });
      last = performance.now() - began;
      await fetch(url);
    }
    expect(await left).toBeGreaterThan(Math.min(last, 1400));
  });
});
