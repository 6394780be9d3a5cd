import type { ApiClient } from '@host/api-client';
import type { TokenScope } from '@host/contracts';

import { CliError } from '../terminal/CliError.ts';

/** Refuses a token that lacks a scope for a mini-app, before work is done that would be in vain. */
export async function demandScopes(
  client: ApiClient,
  appId: string,
  needed: readonly TokenScope[],
): Promise<void> {
  const { scopes } = await client.getAccess(appId);
  const lacking = needed.filter((scope) => !scopes.includes(scope));
  if (lacking.length === 0) return;
  const names = lacking.map((scope) => `"${scope}"`).join(' and ');
  throw new CliError(
    `The token may not ${lacking.join(' and ')} ${appId}: it lacks the scope${lacking.length > 1 ? 's' : ''} ${names}, and has ${scopes.join(', ')}.`,
    `Use a token that has ${lacking.length > 1 ? 'them' : 'it'}; whoever has the root token makes one with \`miniapp tokens issue --name CI --scope publish,release,read --app ${appId}\`.`,
    { code: 'scope-missing' },
  );
}
