import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { ADMIN_TOKEN } from './startPlatform.ts';

const COMMAND = fileURLToPath(new URL('../../packages/cli/bin/miniapp.js', import.meta.url));
const EXAMPLES = { orders: 'com.example.orders', promos: 'com.example.promos' };

/** Publishes the example mini-apps with the public CLI, and lets them run in the host's realm. */
export async function publishExamples(origin: string): Promise<void> {
  for (const [folder, appId] of Object.entries(EXAMPLES)) {
    await promisify(execFile)(process.execPath, [COMMAND, 'publish', '--release', '100%'], {
      cwd: fileURLToPath(new URL(`../../mini-apps/${folder}`, import.meta.url)),
      env: { ...process.env, MINIAPP_SERVER: origin, MINIAPP_TOKEN: ADMIN_TOKEN },
    });
    const response = await fetch(`${origin}/v1/admin/mini-programs/${appId}/isolation`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ isolation: 'realm' }),
    });
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  }
}
