import { personOn } from '../../people/testing/personOn.ts';
import type { PushServer } from './pushServer.ts';

/** A person who is signed in on a gateway. */
export interface SignedIn {
  id: string;
  /** The access token of their session. */
  session: string;
}

/** Makes an account and signs in. */
export async function signUp({ server }: Pick<PushServer, 'server'>): Promise<SignedIn> {
  const person = await personOn(server);
  const { accessToken } = await person.signIn();
  return { id: person.me.id, session: accessToken };
}
