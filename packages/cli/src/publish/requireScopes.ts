import type { ApiClient } from '@host/api-client';
import type { TokenAccess, TokenScope } from '@host/contracts';

import { CliError } from '../terminal/CliError.ts';

/** Refuses a token that lacks a scope for a mini-app, before work is done in vain; returns its rights. */
export async function requireScopes(
  client: ApiClient,
  appId: string,
  needed: readonly TokenScope[],
): Promise<TokenAccess> {
  const access = await client.getAccess(appId);
  const { scopes } = access;
  const lacking = needed.filter((scope) => !scopes.includes(scope));
  if (lacking.length === 0) return access;
  const names = lacking.map((scope) => `"${scope}"`).join(' and ');
  throw new CliError(
    `The token may not ${lacking.join(' and ')} ${appId}: it lacks the scope${lacking.length > 1 ? 's' : ''} ${names}, and has ${scopes.join(', ')}.`,
    `Use a token that has ${lacking.length > 1 ? 'them' : 'it'}; whoever has the root token makes one with \`miniapp tokens issue --name CI --scope ${[...new Set(['publish', 'release', 'read', ...needed])].join(',')} --app ${appId}\`.`,
    { code: 'scope-missing' },
  );
}
