#!/usr/bin/env node
import { run } from './run.ts';

// EPIPE: a reader that stops early (`miniapp list | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

// Deprecations in underlying tools do not matter to users of this one.
(process as { noDeprecation?: boolean }).noDeprecation = true;

const exitCode = await run(process.argv.slice(2));
// Whatever is left open (a bundler's threads, a kept-alive connection) must not keep a finished command running.
process.stdout.write('', () => process.exit(exitCode));
