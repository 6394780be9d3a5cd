import type { Page, PageRequest } from '@host/api-client';

/** All entries of a list, page after page. */
export async function readPages<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit: 100 });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}
