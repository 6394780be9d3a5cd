import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it } from 'vitest';

import { startEmptyPlatform } from './host/startPlatform.ts';

const PATIENCE_MS = 240_000;

describe('the start command', () => {
  it(
    'on a port in use says so and ends, and asks nothing of who has the port',
    async () => {
      const asked: string[] = [];
      const other = createServer((request, response) => {
        asked.push(request.url!);
        response.setHeader('content-type', 'application/json').end('{}');
      }).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;

      const started = startEmptyPlatform({ PORT: String(port) });
      const refused = await started.catch((error: Error) => error.message);
      other.close();
      expect(refused).toContain('The start command ended with 1');
      expect(refused).toContain(`127.0.0.1:${port} is in use by another program.`);
      expect(refused).not.toMatch(/publishing|Stop with Ctrl-C/);
      expect(asked).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'on any free port publishes the examples where it listens, whatever address others know',
    async () => {
      const platform = await startEmptyPlatform({
        PORT: '0',
        BASE_URL: 'http://elsewhere.invalid',
      });
      try {
        expect(platform.said).toContain('the examples are published');
        expect(platform.said).toContain('http://elsewhere.invalid/app/');
        const [, address] = /^Listening on (\S+),/m.exec(platform.said) ?? [];
        const catalog = await fetch(`${address}/v1/mini-programs`);
        expect(await catalog.text()).toContain('com.example.orders');
      } finally {
        await platform.stop();
      }
    },
    PATIENCE_MS,
  );
});
