import * as z from 'zod/mini';

import { AppId } from './AppId.ts';
import { PageQuery, searchText } from './pageOf.ts';
import { sortBy } from './sortBy.ts';

/** Which keys: those of a mini-app, those whose name, id or mini-app has a text in it, or all. */
export const PublisherKeyQuery = z.extend(PageQuery, {
  appId: z.optional(AppId),
  q: searchText,
  sort: sortBy('appId', 'name', 'createdAt'),
});
export type PublisherKeyQuery = z.infer<typeof PublisherKeyQuery>;
