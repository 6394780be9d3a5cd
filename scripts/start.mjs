import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `pnpm start`: builds and runs everything on one machine. pnpm has installed what is needed before this runs.
const server = fileURLToPath(new URL('../server/', import.meta.url));
const dataDir = process.env.DATA_DIR || fileURLToPath(new URL('../.data', import.meta.url));

console.log('Building the server …');
await import('../server/build.mjs');

const child = spawn(process.execPath, ['--enable-source-maps', `${server}dist/main.js`], {
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' },
});
// The terminal sends Ctrl-C to both; a supervisor sends SIGTERM to this process alone.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => {});
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
