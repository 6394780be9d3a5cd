import type { NativePlatform } from '../artifact/Artifact.types.ts';
import { createHostProgram } from '../engines/createHostProgram.ts';
import type { Limits } from '../Limits.ts';
import { openScreen } from './openScreen.ts';
import type { Screen } from './Screen.types.ts';

/** Which host is started, and its environment. */
export interface HostBundleOptions {
  /** The folder of a build for the platform: `index.bundle` and the chunks that belong to it. */
  dir: string;
  platform: NativePlatform;
  /** The name under which it registers its component. */
  component: string;
  /** The servers that it can reach: where the requests for an origin go. */
  servers: Record<string, string>;
  /** The link that it is opened with, as from a notification or a code; without it, it is opened by itself. */
  initialUrl?: string;
  /** The person's language, as the system writes it: `de-AT` on ios, `de_AT` or `zh_CN_#Hans` on android. */
  locale?: string;
  limits?: Partial<Limits>;
}

/** What a person sees of a host of its own, and what that asked the system for. */
export interface HostScreen extends Screen {
  /** Which way the system lays everything out from its next start on. */
  direction(): 'ltr' | 'rtl';
}

const APP = 'host';

/**
 * Starts a host of its own on V8, in place of the one that this package brings along: on a device that is new, with
 * files, a key store and a network. Close it when you are done.
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
  const { screen, direction } = await openScreen(program, APP, [{ do: 'start', app: APP }]);
  return { ...screen, direction };
}
