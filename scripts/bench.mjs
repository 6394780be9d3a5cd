import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { buildTools } from './build-tools.mjs';

// `pnpm bench [name…]`: some benchmarks import packages that are used as they are built.
await buildTools();
const bench = spawn('node_modules/.bin/tsx', ['bench/run.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
const [exitCode] = await once(bench, 'exit');
process.exitCode = exitCode ?? 1;
