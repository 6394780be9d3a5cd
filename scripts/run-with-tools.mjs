import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { buildTools } from './build-tools.mjs';

// `pnpm bench [name…]`, `pnpm libraries`: runs TypeScript programs that import the built packages.
await buildTools();
const program = spawn('node_modules/.bin/tsx', process.argv.slice(2), { stdio: 'inherit' });
const [exitCode] = await once(program, 'exit');
process.exitCode = exitCode ?? 1;
