import type { ApiClient } from '@host/api-client';
import type { MiniProgram } from '@host/contracts';

import { isScopeMissing } from '../account/connect.ts';

/** Where people find a mini-app, and which versions they get. */
export interface Place {
  /** The address in the host app that the server serves; undefined if it serves none. */
  opensAt: string | undefined;
  /** Undefined if the token may not read. */
  released: MiniProgram['released'] | undefined;
}

export async function findPlace(client: ApiClient, appId: string): Promise<Place> {
  const { hostAppUrl } = await client.readConfig();
  const miniProgram = await client.getMiniProgram(appId).catch((error: unknown) => {
    if (isScopeMissing(error)) return undefined;
    throw error;
  });
  return {
    opensAt: hostAppUrl === undefined ? undefined : `${hostAppUrl}miniapp/${appId}`,
    released: miniProgram?.released,
  };
}
