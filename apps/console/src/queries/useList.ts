import type { Page, PageRequest } from '@host/api-client';
import { useInfiniteQuery } from '@tanstack/react-query';

/** Reads one page of a list, with its filters. */
export type ReadPage<Row> = (page: PageRequest, signal: AbortSignal) => Promise<Page<Row>>;

/** A list that comes in pages. */
export interface List<Row> {
  rows: readonly Row[];
  /** Nothing was read yet. */
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** For who wants all of it, and not on the screen. */
  readPage: ReadPage<Row>;
}

const PAGE_SIZE = 50;

/** Reads a list page by page. The key says which list it is, with its filters. */
export function useList<Row>(key: readonly unknown[], read: ReadPage<Row>): List<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    // What matched the filter before stays until the answer is there.
    placeholderData: (before) => before,
  });
  return {
    rows: query.data?.pages.flatMap(({ items }) => items) ?? [],
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    readPage: read,
  };
}
