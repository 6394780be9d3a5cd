import { type ApiClient, ApiClientError, createApiClient } from '@host/api-client';

import { CliError } from '../terminal/CliError.ts';
import { type Account, requireAccount, readAccount } from './Account.ts';

/** An account with a client for it. */
export interface Connection {
  account: Account;
  client: ApiClient;
}

/** Connects to the server that the person is logged in to. */
export async function connect(env: NodeJS.ProcessEnv): Promise<Connection> {
  const account = await requireAccount(env);
  return { account, client: clientOf(account) };
}

/** The same for commands that also work without a login. */
export async function connectIfLoggedIn(env: NodeJS.ProcessEnv): Promise<Connection | undefined> {
  const account = await readAccount(env);
  return account && { account, client: clientOf(account) };
}

/** The CDN of the server's artifacts: the person's setting, else the server's. */
export async function cdnOf({
  account,
  client,
}: {
  account: Pick<Account, 'cdn'>;
  client: ApiClient;
}): Promise<string> {
  return account.cdn ?? (await client.readConfig()).cdnUrl;
}

export function clientOf({ server, token }: Pick<Account, 'server' | 'token'>): ApiClient {
  try {
    return createApiClient({ baseUrl: server, token });
  } catch (error) {
    throw new CliError(
      (error as Error).message,
      'Log in again with `miniapp login`, or correct MINIAPP_SERVER and MINIAPP_TOKEN.',
      { code: 'account-invalid', cause: error },
    );
  }
}

/** Whether a call was refused because a valid token lacks the scope. */
export function isScopeMissing(error: unknown): boolean {
  return error instanceof ApiClientError && error.status === 403;
}
