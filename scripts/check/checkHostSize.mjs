import { WEB_FOLDER, buildHostApp } from '../../apps/host/build-steps/build.mjs';
import { firstLoad } from './firstLoad.mjs';

const LIMIT = 250_000;

/** Measures the scripts that the host's page loads initially. */
export async function checkHostSize() {
  await buildHostApp('web');
  const bytes = await firstLoad(WEB_FOLDER, '/app/', ['js']);
  const figure = `the host's first screen: ${bytes} bytes of at most ${LIMIT}`;
  if (bytes > LIMIT) throw new Error(`${figure}. Import later what it does not need: see src/app.`);
  return figure;
}
