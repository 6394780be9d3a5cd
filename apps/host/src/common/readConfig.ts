import { PublicConfig } from '@host/contracts';

import { type Send, readAnswer } from './askServer.ts';

/** The server's public configuration. */
export async function readConfig(send: Send): Promise<PublicConfig> {
  return readAnswer(await send({ method: 'GET', path: '/v1/config' }), PublicConfig);
}
