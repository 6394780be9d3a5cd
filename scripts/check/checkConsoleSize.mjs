import { CONSOLE_FOLDER, buildConsole } from '../../apps/console/build-steps/build.mjs';
import { firstLoad } from './firstLoad.mjs';

const LIMIT = 150_000;

/** Measures the scripts and styles that the console's page loads initially; screens are loaded lazily. */
export async function checkConsoleSize() {
  await buildConsole();
  const bytes = await firstLoad(CONSOLE_FOLDER, '/console/', ['js', 'css']);
  const figure = `the console's first load: ${bytes} bytes of at most ${LIMIT}`;
  if (bytes > LIMIT) throw new Error(`${figure}. Import later what it does not need: see src/app.`);
  return figure;
}
