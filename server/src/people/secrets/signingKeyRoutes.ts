import { SigningKeyReplacement, ReplacedSigningKey } from '@host/contracts';

import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import type { SigningKeys } from './SigningKeys.ts';

/** Replacing the key that tokens are signed with: for the scope `admin` only. */
export function signingKeyRoutes(
  app: TypedApp,
  { keys, actions }: { keys: SigningKeys; actions: AdminActions },
): void {
  app.post(
    '/signing-keys',
    {
      config: { scope: 'admin' },
      schema: {
        tags: ['people'],
        security: [{ token: [] }],
        summary: 'Sign tokens with a new key',
        description:
          'The new key is in the set of keys at once and signs after 15 minutes; what the old ones signed stays good as long as it lasts. With `revokeOld` it signs at once, and every access token and every token of a mini-app from before is refused: people stay signed in and get new ones with their refresh token. Scope: `admin`.',
        body: SigningKeyReplacement,
        response: { 201: ReplacedSigningKey },
      },
    },
    async (request, reply) => {
      const revokes = request.body.revokeOld ?? false;
      const name = { action: 'signing-keys.replace', target: 'signing-keys' };
      return actions.perform(request, reply, name, async (commit) => {
        const answer = await commit(async (tx) => {
          const keyId = await keys.replace(tx, { revokes });
          return { status: 201, body: { keyId }, details: { keyId, revokes } };
        });
        // Before the answer, so that the old keys are gone when the caller gets it.
        await keys.reload();
        return answer;
      });
    },
  );
}
