#!/usr/bin/env node
// Only used in this repository: runs the output of `node scripts/build-tools.mjs`. The published command is that output itself.
try {
  await import('../dist/main.js');
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !String(error.message).includes('dist/main.js'))
    throw error;
  process.stderr.write(
    'miniapp is not built yet.\n  Run `node scripts/build-tools.mjs` in the repository’s root.\n',
  );
  process.exitCode = 1;
}
