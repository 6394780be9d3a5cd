import { type Provided, provideProgram } from './provideProgram.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const SHELL = '/usr/lib/chromium/chromium-headless-shell';

/** A full Chromium for tests. */
export function provideChromium(): Promise<Provided> {
  return provideProgram('chromium', [process.env['CHROMIUM'] ?? '', ...PLACES]);
}

/**
 * A browser for tests of pages: Chromium's headless shell, which uses less CPU; falls back to the full one. Not for tests of
 * frames: it does not isolate them in processes of their own, so a frame in an endless loop would block its page.
 */
export async function provideHeadless(): Promise<Provided> {
  // An explicitly configured browser takes precedence.
  if (process.env['CHROMIUM']) return provideChromium();
  const shell = await provideProgram('chromium-headless-shell', [SHELL]);
  return 'path' in shell ? shell : provideChromium();
}
