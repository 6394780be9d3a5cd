import { expect, it } from 'vitest';

import { fetchWithEarly } from './fetchWithEarly.ts';

const CATALOG = 'https://host.example/v1/mini-programs';

function start(url: string, response = Promise.resolve(new Response('early'))) {
  const sent: string[] = [];
  const send: typeof fetch = async (input) => {
    sent.push(input as string);
    return new Response('late');
  };
  response.catch(() => undefined);
  const fetchNow = fetchWithEarly(
    { asked: Promise.resolve({ url, response }), isDrawn: () => false },
    send,
  );
  const ask = async (address: string) => (await fetchNow(address)).text();
  return { ask, sent };
}

it('the first request for the catalog is answered by what was asked before, the next is not', async () => {
  const { ask, sent } = start(`${CATALOG}?a=1&b=2`);
  expect(await ask('https://host.example/v1/config')).toBe('late');
  expect(await ask(`${CATALOG}?b=2&a=1`)).toBe('early');
  expect(await ask(`${CATALOG}?b=2&a=1`)).toBe('late');
  expect(sent).toHaveLength(2);
});

it('another search, or another install, is asked for itself', async () => {
  const { ask } = start(`${CATALOG}?installId=1`);
  expect(await ask(`${CATALOG}?installId=2`)).toBe('late');
});

it('what failed early is asked for once more', async () => {
  const { ask } = start(CATALOG, Promise.reject(new Error('offline')));
  expect(await ask(CATALOG)).toBe('late');
});

it('without anything asked before it is fetch', async () => {
  const fetchNow = fetchWithEarly(undefined, async () => new Response('late'));
  expect(await (await fetchNow(CATALOG)).text()).toBe('late');
});
