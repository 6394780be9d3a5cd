import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { createHostProgram } from '../engines/createHostProgram.ts';
import type { Limits } from '../Limits.ts';
import { openScreen } from './openScreen.ts';
import type { Screen } from './Screen.types.ts';

/** The host app to start, and its environment. */
export interface HostBundleOptions {
  /** The folder of a build for the platform: `index.bundle` and the chunks that belong to it. */
  dir: string;
  platform: NativePlatform;
  /** The name under which it registers its component. */
  component: string;
  /** The servers that it can reach: the target of requests by origin. */
  servers: Record<string, string>;
  /** The link that it is opened with, as from a notification or a QR code; by default none. */
  initialUrl?: string;
  /** The person's language, as the system writes it: `de-AT` on ios, `de_AT` or `zh_CN_#Hans` on android. */
  locale?: string;
  limits?: Partial<Limits>;
}

/** The screen of a complete host app, and what it requested of the system. */
export interface HostScreen extends Screen {
  /** Delivers a link while the host runs, as when a person scans a QR code or taps a link elsewhere. */
  openLink(url: string): Promise<void>;
  /** The layout direction that the system will use from the next start on. */
  direction(): 'ltr' | 'rtl';
}

const APP = 'host';

/**
 * Starts a complete host app on V8, instead of the one in this package: on a new device, with files, a key store and a
 * network. Close it when you are done.
 *
 * @example
 * const host = await openHostBundle({
 *   dir: 'dist/ios',
 *   platform: 'ios',
 *   component: 'host',
 *   servers: { 'https://host.example': 'http://localhost:8080' },
 * });
 * await host.press('Orders');
 * await host.close();
 */
export async function openHostBundle(options: HostBundleOptions): Promise<HostScreen> {
  const { component, servers, initialUrl, locale, ...bundle } = options;
  const device = { component, servers, initialUrl, locale };
  const program = createHostProgram({ ...bundle, device });
  const { screen, direction, perform } = await openScreen(program, APP, [
    { do: 'start', app: APP },
  ]);
  return {
    ...screen,
    direction,
    async openLink(url) {
      await perform([{ do: 'openLink', app: APP, url }]);
    },
  };
}
