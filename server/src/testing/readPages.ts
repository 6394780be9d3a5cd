import { expect } from 'vitest';

import type { TestServer } from './createTestServer.ts';

interface Page<Item> {
  items: Item[];
  nextCursor?: string;
}

/** Reads a list page by page until there is no cursor, and returns the pages. */
export async function readPages<Item>(
  server: TestServer,
  url: string,
  options: { token?: string } = {},
): Promise<Item[][]> {
  const pages: Item[][] = [];
  let cursor: string | undefined;
  do {
    const joint = url.includes('?') ? '&' : '?';
    const address = cursor === undefined ? url : `${url}${joint}cursor=${cursor}`;
    const response = await server.send('GET', address, options);
    expect(response.statusCode, response.body).toBe(200);
    const page = response.json<Page<Item>>();
    pages.push(page.items);
    cursor = page.nextCursor;
    if (pages.length > 1000) throw new Error(`${url} has no last page`);
  } while (cursor !== undefined);
  return pages;
}
