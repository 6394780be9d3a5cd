import type { MiniAppSource, NativePlatform } from '../artifact/Artifact.types.ts';
import { createProgram } from '../engines/Program.ts';
import { openV8 } from '../engines/v8/openV8.ts';
import type { Limits } from '../Limits.ts';
import { createSummary } from '../report/createSummary.ts';
import type { HostCall } from '../report/Report.types.ts';
import { Transcript } from '../report/Transcript.ts';
import type { WireHostMethod, WireStep } from '../runtime/wire.types.ts';
import { DEFAULT_WAIT_MS, openSteps, wireMatch } from '../scenario/wireSteps.ts';
import { MiniAppError } from './MiniAppError.ts';
import type { RenderedMiniApp } from './RenderedMiniApp.types.ts';

/** What is opened, and for which platform. */
export interface RenderOptions extends MiniAppSource {
  platform: NativePlatform;
  limits?: Partial<Limits>;
}

const APP = 'app';

/**
 * Opens a built mini-app in a host, on V8, for a test to look at and work with. Close it when you are done.
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
  const transcript = new Transcript();
  const session = openV8(program, transcript.add);

  const state = () => transcript.states[APP] ?? { texts: [], tree: '', calls: [] };

  async function perform(steps: WireStep[]): Promise<unknown> {
    const ending = await session.execute(steps);
    const { errors } = createSummary({ engine: 'v8', program, steps, transcript, ending });
    const failed = errors.find(
      ({ kind }) => kind !== 'render' && kind !== 'uncaught' && kind !== 'rejection',
    );
    const tree = (ending?.states?.[APP] ?? state()).tree;
    if (failed) {
      const others = errors.filter((error) => error !== failed);
      throw new MiniAppError(failed.message, { tree, errors: failed.stack ? errors : others });
    }
    const result = transcript.results.at(-1);
    return result?.ok ? result.value : undefined;
  }

  const change = async (method: WireHostMethod, argument: unknown) => {
    await perform([{ do: 'host', app: APP, method, argument }]);
  };

  try {
    await perform(openSteps(program));
  } catch (error) {
    await session.close();
    throw error;
  }

  return {
    getByText: async (text) =>
      (await perform([{ do: 'expectText', app: APP, match: wireMatch(text) }])) as string,
    queryByText: async (text) =>
      (await perform([{ do: 'queryText', app: APP, match: wireMatch(text) }])) as
        | string
        | undefined,
    waitForText: async (text, { timeoutMs = DEFAULT_WAIT_MS } = {}) =>
      (await perform([
        { do: 'waitForText', app: APP, match: wireMatch(text), timeoutMs },
      ])) as string,
    async press(textOrLabel) {
      await perform([{ do: 'press', app: APP, match: wireMatch(textOrLabel) }]);
    },
    async type(into, text) {
      await perform([{ do: 'type', app: APP, into, text }]);
    },
    async back() {
      await perform([{ do: 'back', app: APP }]);
    },
    async pause(ms) {
      await perform([{ do: 'pause', app: APP, ms }]);
    },
    signIn: (user) => change('signIn', user),
    signOut: () => change('signOut', undefined),
    setLifecycle: (lifecycle) => change('setLifecycle', lifecycle),
    setDevice: (device) => change('setDevice', device),
    texts: () => state().texts,
    tree: () => state().tree,
    calls: () => state().calls as HostCall[],
    logs: () => transcript.logs,
    errors: () =>
      createSummary({ engine: 'v8', program, steps: [], transcript, ending: undefined }).errors,
    async close() {
      await session.execute([{ do: 'close', app: APP }]);
      await session.close();
    },
  };
}
