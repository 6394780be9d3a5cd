#!/usr/bin/env node
// In this repository the command runs from what `node scripts/build-tools.mjs` built; a published one is the built file.
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
