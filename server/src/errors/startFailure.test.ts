import { once } from 'node:events';
import { createServer } from 'node:net';

import { expect, it } from 'vitest';

import { ConfigError } from './ConfigError.ts';
import { startFailure } from './startFailure.ts';

it('a configuration that cannot be used is told line by line, without a stack', () => {
  const message = startFailure(new ConfigError(['PORT is wrong', 'HOST is wrong']));
  expect(message).toBe('The configuration cannot be used:\n  - PORT is wrong\n  - HOST is wrong');
});

it('a port in use is told in one line that says what to do', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as { port: number };
  const [error] = await once(createServer().listen(port, '127.0.0.1'), 'error').catch(
    (refused: unknown) => [refused],
  );
  first.close();
  expect(startFailure(error)).toBe(
    `127.0.0.1:${port} is in use by another program. Stop it, or set PORT to a free one.`,
  );
});

it('an address of another machine is told with the setting that names it', async () => {
  // Kept for documentation: no machine has it.
  const [error] = await once(createServer().listen(0, '192.0.2.1'), 'error').catch(
    (refused: unknown) => [refused],
  );
  expect(startFailure(error)).toMatch(
    /^HOST 192\.0\.2\.1 is no address of this machine\. Set HOST to 0\.0\.0\.0 [^\n]+$/,
  );
});

it('a port that only others may have is told with what to do', () => {
  const details = { code: 'EACCES', syscall: 'listen', address: '0.0.0.0', port: 80 };
  expect(startFailure(Object.assign(new Error('listen EACCES'), details))).toBe(
    '0.0.0.0:80 is not for the user of this server. Set PORT to one above 1023.',
  );
});

it('what the system refuses is told in its words', () => {
  const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  expect(startFailure(refused)).toBe('EACCES: permission denied');
});

it('several addresses that do not answer are each told', () => {
  const errors = ['::1', '127.0.0.1'].map((address) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}:1`), { code: 'ECONNREFUSED' }),
  );
  const all = Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });
  expect(startFailure(all)).toBe('connect ECONNREFUSED ::1:1\nconnect ECONNREFUSED 127.0.0.1:1');
});

it('a mistake of ours comes with its stack', () => {
  expect(startFailure(new TypeError('x is not a function'))).toMatch(/TypeError: x is[^]* at /);
  expect(startFailure('thrown text')).toBe('thrown text');
});
