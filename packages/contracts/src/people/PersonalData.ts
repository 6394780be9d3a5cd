import * as z from 'zod/mini';

import { Email } from './Account.ts';
import { AppId } from '../common/AppId.ts';
import { OpenId } from '../mini-apps/Collection.ts';

/** How an operator identifies a person: by `id`, by `email`, or by `openId` together with the `appId` it belongs to. */
export const PersonQuery = z
  .strictObject({
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    email: z.optional(Email),
    openId: z.optional(OpenId),
    appId: z.optional(AppId),
  })
  .check(
    z.refine(
      ({ id, email, openId, appId }) =>
        [id, email, openId].filter((each) => each !== undefined).length === 1 &&
        (openId === undefined) === (appId === undefined),
      'name a person by id, by email, or by openId and appId',
    ),
  );
export type PersonQuery = z.infer<typeof PersonQuery>;

/** The person whom an operator looked for. */
export const FoundPerson = z.object({ id: z.string() });
export type FoundPerson = z.infer<typeof FoundPerson>;

/** Everything that is stored about a person: a list for each kind of data. */
export const PersonExport = z.looseObject({
  personId: z.string(),
  exportedAt: z.string(),
});
export type PersonExport = z.infer<typeof PersonExport>;
