import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { DeviceCredentials, PushMessage, SessionTokens } from '@host/contracts';

import type { Platform } from './startPlatform.ts';

/** Makes an account, with a device of that person elsewhere, and sends a push to it. */
export async function pushTo(
  { baseUrl, dataDir }: Platform,
  email: string,
  message: Pick<PushMessage, 'notification' | 'data'>,
): Promise<void> {
  const post = async <Answer>(path: string, body: object, authorization = '') => {
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const account = { name: 'Grace', email, password: 'correct horse battery' };
  await post('/v1/accounts', account);
  const { accessToken } = await post<SessionTokens>('/v1/sessions', {
    email,
    password: account.password,
    transport: 'body',
  });
  const device = await post<DeviceCredentials>('/v1/push/tokens', {});
  await post('/devices/register', { ...device, platform: 'web' }, `Bearer ${accessToken}`);
  const key = (await readFile(join(dataDir, 'server-key'), 'utf8')).trim();
  await post('/fcm/send', { to: device.token, ...message }, `key=${key}`);
}
