import * as z from 'zod/mini';

import { LIMITS } from './limits.ts';
import { line } from './line.ts';
import { PageQuery, searchText } from './pageOf.ts';
import { PublisherName } from './PublisherName.ts';
import { sortBy } from './sortBy.ts';
import { Trust } from './Trust.ts';

/** A publisher's identifier, in addresses and tokens. */
export const PublisherId = z
  .string()
  .check(
    z.regex(
      /^[a-z][a-z0-9-]{1,62}$/,
      'a publisher id is 2 to 63 lower-case letters, digits and hyphens, for example acme',
    ),
  );

const name = line(LIMITS.nameLength);
/** Takes the name although it looks like that of another publisher or mini-app. */
const allowLookAlike = z.optional(z.boolean());

/** The body that makes a publisher. */
export const PublisherRequest = z.strictObject({ id: PublisherId, name, allowLookAlike });
export type PublisherRequest = z.infer<typeof PublisherRequest>;

/** The body that gives a publisher another name. */
export const PublisherChange = z.strictObject({ name, allowLookAlike });
export type PublisherChange = z.infer<typeof PublisherChange>;

/** Which publishers: those whose name or id has a text in it, or all. */
export const PublisherQuery = z.extend(PageQuery, {
  q: searchText,
  sort: sortBy('id', 'name', 'apps', 'createdAt'),
});
export type PublisherQuery = z.infer<typeof PublisherQuery>;

/** Somebody that mini-apps belong to. */
export const Publisher = z.object({
  id: z.string(),
  name: z.string(),
  /** How many mini-apps belong to it. */
  apps: z.int(),
  trust: Trust,
  /** Whether its versions have to be approved before they are released; absent for what holds for the platform. */
  reviewRequired: z.optional(z.boolean()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Publisher = z.infer<typeof Publisher>;

/** The body that says whose a mini-app is; null for nobody's. */
export const OwnerRequest = z.strictObject({ publisher: z.nullable(PublisherId) });
export type OwnerRequest = z.infer<typeof OwnerRequest>;

/** Whose a mini-app is, registered or not. */
export const AppOwner = z.object({ appId: z.string(), publisher: z.optional(PublisherName) });
export type AppOwner = z.infer<typeof AppOwner>;

/** The body that lets a mini-app have a name that looks like another's. */
export const NameRequest = z.strictObject({
  name,
  reason: z.optional(line(LIMITS.reasonLength)),
});
export type NameRequest = z.infer<typeof NameRequest>;

/** A name that a mini-app may have. */
export const AllowedName = z.object({ appId: z.string(), name: z.string() });
export type AllowedName = z.infer<typeof AllowedName>;
