import { expect, it } from 'vitest';

import { chooseAddress } from './chooseAddress.mjs';

it.each([undefined, '', '127.0.0.1', '0.0.0.0', '::'])(
  'a server on %s is found under localhost, which needs no word',
  async (HOST) => {
    expect(await chooseAddress({ HOST })).toEqual({ PORT: '8080' });
    expect(await chooseAddress({ HOST, PORT: '9000' })).toEqual({ PORT: '9000' });
  },
);

it.each([
  ['127.0.0.2', 'http://127.0.0.2:9000'],
  ['fd00::1', 'http://[fd00::1]:9000'],
  ['box.example', 'http://box.example:9000'],
])('a server on %s is found there', async (HOST, BASE_URL) => {
  expect(await chooseAddress({ HOST, PORT: '9000' })).toEqual({ PORT: '9000', BASE_URL });
});

it('an address that is given stays what it is', async () => {
  const given = { HOST: '127.0.0.2', PORT: '9000', BASE_URL: 'https://host.example' };
  expect(await chooseAddress(given)).toEqual({ PORT: '9000' });
});

it('port 0 is a port that is free', async () => {
  const { PORT } = await chooseAddress({ PORT: '0' });
  expect(Number(PORT)).toBeGreaterThan(0);
});
