import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createMemoryCaches } from '../testing/createMemoryCaches.ts';
import { createDigestFiles } from './createDigestFiles.ts';

const ORIGIN = 'https://cdn.example';
const contents = new Map<string, string>();
const asked: string[] = [];

/** Stands for a digest: one for each text. */
function integrityOf(text: string): string {
  return `sha384-${btoa(text)}`;
}

/** What the network of a browser does: answers, and refuses what is not what was asked for. */
async function network(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  asked.push(path);
  const text = contents.get(path);
  if (text === undefined) return new Response('nothing', { status: 404 });
  if (request.integrity !== integrityOf(text)) throw new TypeError('Failed to fetch');
  return new Response(text, { headers: { 'content-type': 'text/javascript' } });
}

beforeEach(() => {
  contents.clear();
  asked.length = 0;
  vi.stubGlobal('caches', createMemoryCaches(ORIGIN));
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

describe('files by their digest in a service worker', () => {
  const files = createDigestFiles({ mostBytes: 10 });

  async function ask(path: string, text: string, init: RequestInit = {}): Promise<Response> {
    const works: Promise<unknown>[] = [];
    const request = new Request(ORIGIN + path, { integrity: integrityOf(text), ...init });
    const response = await files.answer({ request, waitUntil: (work) => works.push(work) });
    await Promise.all(works);
    return response;
  }

  it('are fetched once, whatever version the address names', async () => {
    contents.set('/1.0.0/a.js', 'same');
    expect(await (await ask('/1.0.0/a.js', 'same')).text()).toBe('same');
    const again = await ask('/1.1.0/a.js', 'same');
    expect(await again.text()).toBe('same');
    expect(again.headers.get('content-type')).toBe('text/javascript');
    expect(asked).toEqual(['/1.0.0/a.js']);
  });

  it('are fetched anew when their bytes are others, under the same address, too', async () => {
    contents.set('/a.js', 'one');
    await ask('/a.js', 'one');
    contents.set('/a.js', 'two');
    expect(await (await ask('/a.js', 'two')).text()).toBe('two');
    expect(asked).toEqual(['/a.js', '/a.js']);
  });

  it('are not kept when they did not come, or came with other bytes', async () => {
    expect((await ask('/a.js', 'right')).status).toBe(404);
    contents.set('/a.js', 'wrong');
    await expect(ask('/a.js', 'right')).rejects.toThrow('Failed to fetch');
    contents.set('/a.js', 'right');
    expect(await (await ask('/a.js', 'right')).text()).toBe('right');
    expect(asked).toHaveLength(3);
  });

  it('are fetched past what is kept when the page asks for that, and kept from then on', async () => {
    contents.set('/a.js', 'text');
    await ask('/a.js', 'text');
    await ask('/a.js', 'text', { cache: 'reload' });
    await ask('/a.js', 'text');
    expect(asked).toEqual(['/a.js', '/a.js']);
  });

  it('never take more room than they may: what was kept first goes first', async () => {
    for (const text of ['1234', '5678', '90ab', 'far too long']) {
      contents.set(`/${text}`, text);
      await ask(`/${text}`, text);
    }
    asked.length = 0;
    for (const text of ['5678', '90ab', '1234', 'far too long']) await ask(`/${text}`, text);
    expect(asked).toEqual(['/1234', '/far%20too%20long']);
  });

  it('are those requests alone that say which bytes they want', () => {
    const integrity = integrityOf('text');
    expect(files.takes({ method: 'GET', integrity })).toBe(true);
    expect(files.takes({ method: 'GET', integrity: '' })).toBe(false);
    // Several digests mean any of these, which is nothing to keep one of.
    expect(files.takes({ method: 'GET', integrity: `${integrity} ${integrity}` })).toBe(false);
    expect(files.takes({ method: 'POST', integrity })).toBe(false);
  });
});
