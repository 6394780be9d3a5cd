import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Server, createServer } from 'node:tls';

import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';

import { checkCertificates } from '../../commands/doctor/checkCertificates.ts';
import { CertificateWatch } from './CertificateWatch.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('certificates of the platform', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** An address whose certificate ends in so many days; gives its end, too. */
  async function startEndingIn(days: number): Promise<{ origin: string; endsAt: number }> {
    // Certificates name whole seconds.
    const endsAt = Math.floor((Date.now() + days * DAY_MS) / 1000) * 1000;
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      notBeforeDate: new Date(endsAt - 90 * DAY_MS),
      notAfterDate: new Date(endsAt),
    });
    const server = createServer({ cert, key }, (socket) => socket.on('error', () => {}));
    servers.push(server);
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, endsAt };
  }

  it('are known with their ends, also those that nobody trusts or that have ended', async () => {
    const [soon, late, over] = [
      await startEndingIn(3),
      await startEndingIn(60),
      await startEndingIn(-1),
    ];
    const watch = new CertificateWatch({
      addresses: [soon, late, over].map(({ origin }) => `${origin}/somewhere`).concat('http://x'),
    });
    expect(watch.endingBefore(Infinity)).toEqual([]);
    await watch.look();
    const known = [over, soon, late].map(({ origin, endsAt }) => ({
      host: new URL(origin).host,
      endsAt,
    }));
    expect(watch.endingBefore(Infinity)).toEqual(known);
    expect(watch.endingBefore(Date.now() + 14 * DAY_MS)).toEqual(known.slice(0, 2));
  });

  it('stay as they were known while an address does not answer', async () => {
    const { origin, endsAt } = await startEndingIn(3);
    const watch = new CertificateWatch({ addresses: [origin] });
    await watch.look();
    servers.splice(0).forEach((server) => server.close());
    await watch.look();
    expect(watch.endingBefore(Infinity)).toMatchObject([{ endsAt }]);
  });

  it('are found by the doctor', async () => {
    const [soon, late, over] = [
      await startEndingIn(3),
      await startEndingIn(60),
      await startEndingIn(-1),
    ];
    const look = (baseUrl: string) =>
      checkCertificates({
        baseUrl,
        cdnUrl: baseUrl,
        pushGatewayUrl: baseUrl,
        consoleUrl: 'http://localhost:8080',
      });
    expect(await look(soon.origin)).toMatchObject([
      { what: 'certificates', status: 'warning', detail: expect.stringContaining('ends on') },
    ]);
    expect(await look(late.origin)).toMatchObject([{ status: 'ok' }]);
    expect(await look(over.origin)).toMatchObject([
      { status: 'failed', detail: expect.stringContaining('ended on') },
    ]);
    expect(await look('http://localhost:8080')).toEqual([]);
    const closed = new URL(soon.origin);
    servers.splice(0).forEach((server) => server.close());
    expect(await look(closed.origin)).toMatchObject([{ status: 'not-checked' }]);
  });
});
