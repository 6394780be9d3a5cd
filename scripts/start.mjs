import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { WEB_FOLDER, buildHostApp } from '../apps/host/build-steps/build.mjs';
import { fillExamples } from './start/fillExamples.mjs';
import { publishExamples } from './start/publishExamples.mjs';
import { say } from './start/say.mjs';

// `pnpm start`: builds and runs everything on one machine. pnpm has installed what is needed before this runs.
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const dataDir = process.env.DATA_DIR || at('../.data');
const port = process.env.PORT || '8080';
const baseUrl = process.env.BASE_URL || `http://localhost:${port}`;
const serverFolder = process.env.BUILD_FOLDER || at('../server/dist');

say('building the server');
await import('../server/build.mjs');
if (await buildHostApp('web')) say('built the host app');

const nodeOptions = JSON.parse(await readFile(at('../server/nodeOptions.json'), 'utf8'));
const server = spawn(process.execPath, [...nodeOptions, `${serverFolder}/main.js`], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    PORT: port,
    DATA_DIR: dataDir,
    HOST_APP_DIR: process.env.HOST_APP_DIR || WEB_FOLDER,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  },
});
// The terminal sends Ctrl-C to both; a supervisor sends SIGTERM to this process alone.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
process.on('SIGINT', () => {});
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

await untilReady();
try {
  const token = await adminToken();
  await publishExamples({ baseUrl, token });
  await fillExamples({ baseUrl, token });
} catch (error) {
  // The server is of use without them, and whoever changes an example wants to see why it failed.
  say(`the examples were not published: ${error.message}`);
}
console.log(`
  The host app           ${baseUrl}/app/
  The API and its docs   ${baseUrl}/docs/
  The catalog            ${baseUrl}/v1/mini-programs
  Stop with Ctrl-C.
`);

async function untilReady() {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function adminToken() {
  return process.env.ADMIN_TOKEN || (await readFile(`${dataDir}/admin-token`, 'utf8')).trim();
}
