#!/usr/bin/env node
import { run } from './run.ts';

// A reader that has seen enough (`miniapp list | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

// Deprecations in the tools underneath do not matter to whoever uses this one.
(process as { noDeprecation?: boolean }).noDeprecation = true;

const exitCode = await run(process.argv.slice(2));
// Whatever is left open (a bundler's threads, a kept-alive connection) must not keep a finished command running.
process.stdout.write('', () => process.exit(exitCode));
