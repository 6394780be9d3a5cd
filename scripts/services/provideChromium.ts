import { type Provided, provideProgram } from './provideProgram.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const SHELL = '/usr/lib/chromium/chromium-headless-shell';

/** A browser for tests, as people have it. */
export function provideChromium(): Promise<Provided> {
  return provideProgram('chromium', [process.env['CHROMIUM'] ?? '', ...PLACES]);
}

/**
 * A browser for tests of pages: Chromium without all that is around a page, which takes less of the processor's time.
 * Where there is none, the whole one does the same. It is not for tests of frames: it does not keep one that never ends
 * its turn from stopping the page around it.
 */
export async function provideHeadless(): Promise<Provided> {
  // Who names a browser means that one.
  if (process.env['CHROMIUM']) return provideChromium();
  const shell = await provideProgram('chromium-headless-shell', [SHELL]);
  return 'path' in shell ? shell : provideChromium();
}
