import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';
import { PageQuery, searchText } from '../common/pageOf.ts';
import { sortBy } from '../common/sortBy.ts';

/** Filters for keys: those of a mini-app, or those whose name, id or mini-app contains a text; by default all. */
export const PublisherKeyQuery = z.extend(PageQuery, {
  appId: z.optional(AppId),
  q: searchText,
  sort: sortBy('appId', 'name', 'createdAt'),
});
export type PublisherKeyQuery = z.infer<typeof PublisherKeyQuery>;
