import type { AppItem } from '../services/items';

/** Every screen, with the parameters it is opened with. */
export type Screens = {
  Items: undefined;
  Item: { item: AppItem };
};
