import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { CONSOLE_FOLDER, buildConsole } from '../apps/console/build-steps/build.mjs';
import { DOCS_FOLDER, buildDocs } from '../apps/docs/build-steps/build.mjs';
import { WEB_FOLDER, buildHostApp } from '../apps/host/build-steps/build.mjs';
import { PACKED_FOLDER, packPackages } from './pack/packPackages.mjs';
import { chooseAddress } from './start/chooseAddress.mjs';
import { publishExamples } from './start/publishExamples.mjs';
import { say } from './start/say.mjs';

// `pnpm start`: builds and runs everything on one machine. pnpm has installed what is needed before this runs.
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const dataDir = process.env.DATA_DIR || at('../.data');
const serverFolder = process.env.BUILD_FOLDER || at('../server/dist');

say('building the server');
await import('../server/build.mjs');
if (await buildHostApp('web')) say('built the host app');
if (await buildConsole()) say('built the console');
if (await buildDocs()) say('built the docs');

const packagesDir = process.env.PACKAGES_DIR || PACKED_FOLDER;
// Packages come into it while the server runs.
await mkdir(packagesDir, { recursive: true });

const nodeOptions = JSON.parse(await readFile(at('../server/nodeOptions.json'), 'utf8'));
const server = spawn(process.execPath, [...nodeOptions, `${serverFolder}/main.js`], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    ...(await chooseAddress(process.env)),
    DATA_DIR: dataDir,
    CONSOLE_DIR: process.env.CONSOLE_DIR || CONSOLE_FOLDER,
    DOCS_DIR: process.env.DOCS_DIR || DOCS_FOLDER,
    HOST_APP_DIR: process.env.HOST_APP_DIR || WEB_FOLDER,
    PACKAGES_DIR: packagesDir,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  },
});
const ending = new AbortController();
// The terminal sends Ctrl-C to both; a supervisor sends SIGTERM to this process alone.
process.on('SIGINT', () => ending.abort());
for (const signal of ['SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    ending.abort();
    server.kill(signal);
  });
}
server.on('exit', (code, signal) => {
  ending.abort();
  process.exit(signal ? 1 : (code ?? 1));
});

// Its own word: another server may answer on that port, and BASE_URL may lead to another machine.
const { listeningOn, knownAs, consoleLink } = await new Promise((resolve) =>
  server.once('message', resolve),
);
// The server is of use without them, and whoever changes an example or a package wants to see why it failed.
const orSayWhy = (what) => (error) => {
  if (!ending.signal.aborted) say(`${what}: ${error.message}`);
};
await Promise.all([
  publishAll().catch(orSayWhy('the examples were not published')),
  packForProjects().catch(orSayWhy('the packages were not packed')),
]);
if (!ending.signal.aborted) {
  console.log(`
  The host app           ${knownAs}/app/${consoleLink ? `\n  The console, once      ${consoleLink}` : ''}
  Guides, API reference  ${knownAs}/docs/
  The catalog            ${knownAs}/v1/mini-programs
  Packages for npm       ${knownAs}/npm/
  Make a mini-app        npm create @host/miniapp@latest my-app --@host:registry=${knownAs}/npm/
  Stop with Ctrl-C.
`);
}

async function publishAll() {
  const token = await adminToken();
  await publishExamples({ baseUrl: listeningOn, token, signal: ending.signal });
}

async function packForProjects() {
  // Tests pack when they need packages, and whoever names a folder has packed them.
  if (process.env.PACKAGES_DIR || process.env.TOOLS === 'built') return;
  if (await packPackages((step) => say(`packages for npm: ${step}`)))
    say('the packages are packed');
}

async function adminToken() {
  return process.env.ADMIN_TOKEN || (await readFile(`${dataDir}/admin-token`, 'utf8')).trim();
}
