import { type Sort, nextSort, readSort } from '../navigation/readSort.ts';
import { useSearch } from './useSearch.ts';

/** The order of a list, kept in the address, and how to change it. */
export interface Sorting<Word extends string = string> {
  sort: Sort<Word>;
  /** After a click on the heading of a column. */
  toggle: (first: string) => void;
}

/** What the list of a screen can be sorted by. */
export function useSort<const Word extends string>(
  keys: readonly Word[],
  initial: NoInfer<Word | `-${Word}`>,
): Sorting<Word | `-${Word}`> {
  const [search, change] = useSearch();
  const words = keys.flatMap((key): (Word | `-${Word}`)[] => [key, `-${key}`]);
  const sort = readSort(search['sort'], words, initial);
  return {
    sort,
    toggle: (first) => {
      const next = nextSort(sort, first);
      change({ sort: next === initial ? undefined : next });
    },
  };
}
