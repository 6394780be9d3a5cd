import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';
import { line } from '../common/line.ts';
import { PageQuery, searchText } from '../common/pageOf.ts';
import { PublisherName } from './PublisherName.ts';
import { sortBy } from '../common/sortBy.ts';
import { Trust } from './Trust.ts';

/** The identifier of a publisher, used in URLs and tokens. */
export const PublisherId = z
  .string()
  .check(
    z.regex(
      /^[a-z][a-z0-9-]{1,62}$/,
      'a publisher id is 2 to 63 lower-case letters, digits and hyphens, for example acme',
    ),
  );

const name = line(LIMITS.nameLength);
/** Allows the name although it looks like that of another publisher or mini-app. */
const allowLookAlike = z.optional(z.boolean());

/** The body that creates a publisher. */
export const PublisherRequest = z.strictObject({ id: PublisherId, name, allowLookAlike });
export type PublisherRequest = z.infer<typeof PublisherRequest>;

/** The body that renames a publisher. */
export const PublisherChange = z.strictObject({ name, allowLookAlike });
export type PublisherChange = z.infer<typeof PublisherChange>;

/** Filters for publishers: those whose name or id contains a text; by default all. */
export const PublisherQuery = z.extend(PageQuery, {
  q: searchText,
  sort: sortBy('id', 'name', 'apps', 'createdAt'),
});
export type PublisherQuery = z.infer<typeof PublisherQuery>;

/** A person or organization that owns mini-apps. */
export const Publisher = z.object({
  id: z.string(),
  name: z.string(),
  /** How many mini-apps belong to it. */
  apps: z.int(),
  trust: Trust,
  /** Whether its versions need approval before they are released; absent for the platform's default. */
  reviewRequired: z.optional(z.boolean()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Publisher = z.infer<typeof Publisher>;

/** The body that sets the owner of a mini-app; null for no owner. */
export const OwnerRequest = z.strictObject({ publisher: z.nullable(PublisherId) });
export type OwnerRequest = z.infer<typeof OwnerRequest>;

/** The owner of a mini-app, whether or not it is registered. */
export const AppOwner = z.object({ appId: z.string(), publisher: z.optional(PublisherName) });
export type AppOwner = z.infer<typeof AppOwner>;

/** The body that permits a mini-app a name that looks like the name of another. */
export const NameRequest = z.strictObject({
  name,
  reason: z.optional(line(LIMITS.reasonLength)),
});
export type NameRequest = z.infer<typeof NameRequest>;

/** A name that an operator permitted for a mini-app. */
export const AllowedName = z.object({ appId: z.string(), name: z.string() });
export type AllowedName = z.infer<typeof AllowedName>;
