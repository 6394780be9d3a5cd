import type { Page, PageRequest } from '@host/api-client';

const MAX_OF_PAGE = 100;

/** The entries of a list, page by page: all, or up to a number. */
export async function readPages<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  max = Infinity,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit: Math.min(MAX_OF_PAGE, max - items.length) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && items.length < max);
  return items;
}
