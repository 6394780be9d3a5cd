import { type Socket, createSocket } from 'node:dgram';
import type { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { addressesOfName, newResolver } from './addressesOfName.ts';

const A = 1;
const AAAA = 28;
const ADDRESSES: Record<number, Buffer> = {
  [A]: Buffer.from([93, 184, 215, 14]),
  [AAAA]: Buffer.from('26064700000000000000000000001111', 'hex'),
};

/** Answers a question as a name server does: names that begin with `v4` have one address, those with `no` none. */
function answerTo(question: Buffer): Buffer | undefined {
  const end = question.indexOf(0, 12) + 5;
  const name = question.toString('latin1', 13, 13 + question[12]!);
  const kind = question.readUInt16BE(end - 4);
  if (name.startsWith('silent')) return undefined;
  const hasAddress = name.startsWith('both') || (name.startsWith('v4') && kind === A);
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(name.startsWith('no') ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(hasAddress ? 1 : 0, 6);
  head.fill(0, 8);
  if (!hasAddress) return Buffer.concat([head, question.subarray(12, end)]);
  const address = ADDRESSES[kind]!;
  const answer = Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, address.length]);
  return Buffer.concat([head, question.subarray(12, end), answer, address]);
}

describe('the addresses of a name that a stranger chose', () => {
  let server: Socket;
  let asks: Resolver;
  beforeEach(async () => {
    server = createSocket('udp4');
    server.on('message', (question, { port, address }) => {
      const answer = answerTo(question);
      if (answer) server.send(answer, port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    asks = newResolver();
    asks.setServers([`127.0.0.1:${server.address().port}`]);
  });
  afterEach(() => {
    asks.cancel();
    server.close();
  });

  it('are what name servers say, of both kinds', async () => {
    expect(await addressesOfName('both.example', asks)).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await addressesOfName('v4.example', asks)).toEqual([
      { address: '93.184.215.14', family: 4 },
    ]);
  });

  it('are none where there are none', async () => {
    await expect(addressesOfName('no.example', asks)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it.each(['localhost', 'LOCALHOST.', 'push.localhost'])(
    'are of this machine for %s, whatever name servers say',
    async (name) => {
      expect(await addressesOfName(name, asks)).toEqual([{ address: '127.0.0.1', family: 4 }]);
    },
  );

  it('are given up when name servers say nothing, and nobody else waits for that', async () => {
    const silent = Array.from({ length: 50 }, (_, index) =>
      addressesOfName(`silent-${index}.example`, asks).catch(({ code }: { code: string }) => code),
    );
    // While these are asked for.
    expect(await addressesOfName('v4.example', asks)).toHaveLength(1);
    const answered = Promise.all(silent);
    expect(await Promise.race([answered, turn('still asking')])).toBe('still asking');
    expect(new Set(await answered)).toEqual(new Set(['ENOTFOUND']));
  }, 30_000);
});
