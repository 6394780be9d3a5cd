// Builds the mini-app in a folder with its own config: `platform=web STANDALONE=true node buildMiniApp.mjs <folder>`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { rspack } from '@rspack/core';

const [, , folder] = process.argv;
process.chdir(folder);
const { default: define } = await import(pathToFileURL(join(folder, 'rspack.config.mjs')).href);
const config = typeof define === 'function' ? await define({}, {}) : define;
rspack(config, (error, stats) => {
  if (!error && !stats.hasErrors()) return;
  console.error(error ?? stats.toString({ all: false, errors: true }));
  process.exitCode = 1;
});
