import type { Resolver } from '../../hosting/registry/resolution/createResolver.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { hasConsent } from '../consents/hasConsent.ts';
import type { Person } from '../People.types.ts';

/**
 * The e-mail address of a person, if a mini-app may know it: the address is verified, a version that hosts may run
 * declares `email`, and the person agreed. Only the host knows which version it runs, and checks that as well.
 */
export async function emailFor(
  { db, resolver }: { db: Queries; resolver: Pick<Resolver, 'stateOf'> },
  person: Person,
  appId: string,
): Promise<string | undefined> {
  if (!person.emailVerified) return undefined;
  const state = await resolver.stateOf(appId);
  const declares = state?.plan.candidates.some(({ registration }) =>
    registration.permissions.includes('email'),
  );
  if (!declares || !(await hasConsent(db, person.id, appId, 'email'))) return undefined;
  return person.email;
}
