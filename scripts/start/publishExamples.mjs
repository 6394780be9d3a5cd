import { spawn } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { withLock } from '../build/withLock.mjs';
import { buildCommand } from './buildCommand.mjs';
import { say } from './say.mjs';

const EXAMPLES = fileURLToPath(new URL('../../mini-apps/', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../packages/cli/bin/miniapp.js', import.meta.url));
/** Tests start the platform repeatedly with the same examples, which are checked only the first time. */
const HOW = process.env.EXAMPLES === 'checked' ? ['--skip-check'] : [];

/**
 * Publishes the example mini-apps that the server does not have yet, with the public CLI. The signal ends its processes.
 */
export async function publishExamples({ baseUrl, token, signal }) {
  const missing = [];
  for (const folder of await readdir(EXAMPLES)) {
    const manifest = JSON.parse(await readFile(`${EXAMPLES}${folder}/manifest.json`, 'utf8'));
    if (!(await isReleased(baseUrl, manifest))) missing.push({ folder, manifest });
  }
  if (missing.length > 0) await publish(missing, { baseUrl, token, signal });
}

async function publish(missing, { baseUrl, token, signal }) {
  await buildCommand();
  for (const { folder, manifest } of missing) {
    const cwd = `${EXAMPLES}${folder}`;
    // A concurrent start in the same repository builds into the same folder.
    await withLock(`${cwd}/node_modules/.publishing`, () => {
      say(`publishing ${manifest.name} ${manifest.version}: build, check on both engines, upload`);
      const env = { ...process.env, MINIAPP_SERVER: baseUrl, MINIAPP_TOKEN: token };
      return miniapp(['publish', '--release', '100%', '--fixtures', ...HOW], { cwd, env, signal });
    });
    await trust(baseUrl, token, manifest.appId);
  }
  say('the examples are published');
}

async function isReleased(baseUrl, { appId, version, minHostVersion }) {
  const query = `platform=ios&hostVersion=${minHostVersion}`;
  const response = await fetch(`${baseUrl}/v1/mini-programs/${appId}/resolve?${query}`);
  return response.ok && (await response.json()).version === version;
}

/** Marks an example as trusted, since it is ours: it may run in the host's realm. Later decisions of an operator are kept. */
async function trust(baseUrl, token, appId) {
  const response = await fetch(`${baseUrl}/v1/admin/mini-programs/${appId}/isolation`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ isolation: 'realm' }),
  });
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
}

function miniapp(args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      ...options,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`miniapp ${args[0]} ended with ${code}`)),
    );
  });
}
