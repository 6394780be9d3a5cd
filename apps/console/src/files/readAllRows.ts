import type { ReadPage } from '../queries/useList.ts';

/** The most that one page can have. */
const PAGE_SIZE = 100;

/** Reads a list to its end, page by page. Ends early when the signal says so, by throwing. */
export async function* readAllRows<Row>(
  read: ReadPage<Row>,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit: PAGE_SIZE }, signal);
    signal.throwIfAborted();
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
