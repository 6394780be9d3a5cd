import { type Provided, provideProgram } from './provideProgram.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser for tests. */
export function provideChromium(): Promise<Provided> {
  return provideProgram('chromium', [process.env['CHROMIUM'] ?? '', ...PLACES]);
}
