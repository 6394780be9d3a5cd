import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { CONSOLE_FOLDER, buildConsole } from '../apps/console/build-steps/build.mjs';
import { DOCS_FOLDER, buildDocs } from '../apps/docs/build-steps/build.mjs';
import { WEB_FOLDER, buildHostApp } from '../apps/host/build-steps/build.mjs';
import { keepDevices } from './demo/keepDevices.mjs';
import { openDemo } from './demo/openDemo.mjs';
import { PACKED_FOLDER, packPackages } from './pack/packPackages.mjs';
import { buildCommand } from './start/buildCommand.mjs';
import { chooseAddress } from './start/chooseAddress.mjs';
import { publishExamples } from './start/publishExamples.mjs';
import { say } from './start/say.mjs';

// `pnpm start`: builds and runs everything on one machine. pnpm has installed what is needed before this runs.
const HELP = `pnpm start           builds and runs everything on this machine, with the example mini-apps
pnpm start --demo    the same with five weeks of made-up data, in a folder of its own (.data-demo)
pnpm start --demo --fresh    makes that data anew: its days are counted back from when it was made
It is configured by its environment, see README.md.
`;
const options = readOptions();
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const dataDir = process.env.DATA_DIR || at(options.demo ? '../.data-demo' : '../.data');
const serverFolder = process.env.BUILD_FOLDER || at('../server/dist');

say('building the server');
await import('../server/build.mjs');
if (await buildHostApp('web')) say('built the host app');
if (await buildConsole()) say('built the console');
if (await buildDocs()) say('built the docs');

const packagesDir = process.env.PACKAGES_DIR || PACKED_FOLDER;
// Packages are added to it while the server runs.
await mkdir(packagesDir, { recursive: true });

const ending = new AbortController();
// Ctrl-C in a terminal reaches both processes; a supervisor sends SIGTERM only to this one, so it is forwarded.
process.on('SIGINT', () => ending.abort());
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort());
const address = await chooseAddress(process.env);
const demo = options.demo ? await fillBefore(address) : undefined;

const nodeOptions = JSON.parse(await readFile(at('../server/nodeOptions.json'), 'utf8'));
const server = spawn(process.execPath, [...nodeOptions, `${serverFolder}/main.js`], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    ...address,
    DATA_DIR: dataDir,
    CONSOLE_DIR: process.env.CONSOLE_DIR || CONSOLE_FOLDER,
    DOCS_DIR: process.env.DOCS_DIR || DOCS_FOLDER,
    HOST_APP_DIR: process.env.HOST_APP_DIR || WEB_FOLDER,
    PACKAGES_DIR: packagesDir,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  },
});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => {
  ending.abort();
  process.exit(signal ? 1 : (code ?? 1));
});

// Waits for the server's own output: another server may answer on that port, and BASE_URL may be another machine.
const { listeningOn, knownAs, consoleLink } = await new Promise((resolve) =>
  server.once('message', resolve),
);
// The server is useful without them, and whoever changes an example or a package wants to see the error.
const orSayWhy = (what) => (error) => {
  if (!ending.signal.aborted) say(`${what}: ${error.message}`);
};
await Promise.all([
  demo
    ? keepDevices(demo.devices, { url: listeningOn, signal: ending.signal })
    : publishAll().catch(orSayWhy('the examples were not published')),
  packForProjects().catch(orSayWhy('the packages were not packed')),
]);
if (!ending.signal.aborted) {
  console.log(`
  The host app           ${knownAs}/app/${consoleLink ? `\n  The console, once      ${consoleLink}` : ''}
  Guides, API reference  ${knownAs}/docs/
  The catalog            ${knownAs}/v1/mini-programs
  Packages for npm       ${knownAs}/npm/
  Make a mini-app        npm create @host/miniapp@latest my-app --@host:registry=${knownAs}/npm/${
    demo ? `\n  In the host app        ${demo.person.email}, password ${demo.person.password}` : ''
  }
  Stop with Ctrl-C.
`);
}

function readOptions() {
  const known = {
    demo: { type: 'boolean' },
    fresh: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  };
  try {
    const { values } = parseArgs({ options: known });
    if (values.fresh && !values.demo)
      throw new Error('--fresh is for --demo: real data is never made anew.');
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    return values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${HELP}`);
    return process.exit(2);
  }
}

/** Creates the demo's data folder if it does not exist yet. */
async function fillBefore({ PORT, BASE_URL }) {
  const baseUrl = process.env.BASE_URL || BASE_URL || `http://localhost:${PORT}`;
  try {
    const { signal } = ending;
    const isFresh = options.fresh === true;
    return await openDemo({
      dataDir,
      serverFolder,
      baseUrl,
      isFresh,
      signal,
      say,
      env: process.env,
      buildTools: buildCommand,
    });
  } catch (error) {
    if (!ending.signal.aborted) say(`the demo was not made: ${error.message}`);
    return process.exit(1);
  }
}

async function publishAll() {
  const token = await adminToken();
  await publishExamples({ baseUrl: listeningOn, token, signal: ending.signal });
}

async function packForProjects() {
  // Tests pack on demand, and a folder that is given explicitly has been packed already.
  if (process.env.PACKAGES_DIR || process.env.TOOLS === 'built') return;
  if (await packPackages((step) => say(`packages for npm: ${step}`)))
    say('the packages are packed');
}

async function adminToken() {
  return process.env.ADMIN_TOKEN || (await readFile(`${dataDir}/admin-token`, 'utf8')).trim();
}
