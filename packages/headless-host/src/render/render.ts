import type { MiniAppSource, NativePlatform } from '../artifact/Artifact.types.ts';
import { createProgram } from '../engines/Program.ts';
import type { Limits } from '../Limits.ts';
import type { HostCall } from '../report/Report.types.ts';
import type { WireHostMethod } from '../runtime/wire.types.ts';
import { openSteps } from '../scenario/wireSteps.ts';
import { openScreen } from './openScreen.ts';
import type { RenderedMiniApp } from './RenderedMiniApp.types.ts';

/** The mini-app to open, and its platform. */
export interface RenderOptions extends MiniAppSource {
  platform: NativePlatform;
  limits?: Partial<Limits>;
}

const APP = 'app';

/**
 * Opens a built mini-app in a host on V8, for a test to interact with. Close it when you are done.
 *
 * @example
 * const app = await render({
 *   dir: 'build/ios',
 *   platform: 'ios',
 *   host: { user: { openId: 'u1', name: 'Ada' }, api: { 'GET /orders/items': [{ id: '1', title: 'First' }] } },
 * });
 * await app.press('First');
 * await app.getByText('Order 1');
 * await app.close();
 */
export async function render(options: RenderOptions): Promise<RenderedMiniApp> {
  const { platform, limits, ...source } = options;
  const program = createProgram({ platform, limits, miniApps: { [APP]: source } });
  const { screen, state, perform } = await openScreen(program, APP, openSteps(program));

  const change = async (method: WireHostMethod, argument: unknown) => {
    await perform([{ do: 'host', app: APP, method, argument }]);
  };
  return {
    ...screen,
    signIn: (user) => change('signIn', user),
    signOut: () => change('signOut', undefined),
    setLifecycle: (lifecycle) => change('setLifecycle', lifecycle),
    setDevice: (device) => change('setDevice', device),
    calls: () => state().calls as HostCall[],
  };
}
