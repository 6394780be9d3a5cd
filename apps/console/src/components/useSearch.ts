import { useStore } from '../common/useStore.ts';
import { useServices } from '../services/ServicesContext.ts';
import type { Search } from '../navigation/routes.ts';

/** What stands after the question mark, and how to change it: filters live there, so that they can be shared. */
export function useSearch(): [
  search: Readonly<Record<string, string>>,
  change: (change: Search) => void,
] {
  const { navigation } = useServices();
  return [useStore(navigation.place).search, navigation.setSearch];
}
