import type { Program } from '../engines/Program.ts';
import { openV8 } from '../engines/v8/openV8.ts';
import { createSummary } from '../report/createSummary.ts';
import { Transcript } from '../report/Transcript.ts';
import type { Direction, WireState, WireStep } from '../runtime/wire.types.ts';
import { DEFAULT_WAIT_MS, wireMatch } from '../scenario/wireSteps.ts';
import { MiniAppError } from './MiniAppError.ts';
import type { Screen } from './Screen.types.ts';

/** An open screen on V8, with its engine. */
export interface OpenScreen {
  screen: Screen;
  state: () => WireState;
  direction: () => Direction;
  /** Performs steps; resolves to the value of the last one, and rejects if one fails. */
  perform: (steps: WireStep[]) => Promise<unknown>;
}

/** Starts V8 with a program and performs the first steps; later interactions are for the mini-app `app`. */
export async function openScreen(
  program: Program,
  app: string,
  firstSteps: WireStep[],
): Promise<OpenScreen> {
  const transcript = new Transcript();
  const session = openV8(program, transcript.add);
  const state = () => transcript.states[app] ?? { texts: [], tree: '', calls: [] };

  async function perform(steps: WireStep[]): Promise<unknown> {
    const ending = await session.execute(steps);
    const { errors } = createSummary({ engine: 'v8', program, steps, transcript, ending });
    const failed = errors.find(
      ({ kind }) => kind !== 'render' && kind !== 'uncaught' && kind !== 'rejection',
    );
    const tree = (ending?.states?.[app] ?? state()).tree;
    if (failed) {
      const others = errors.filter((error) => error !== failed);
      throw new MiniAppError(failed.message, { tree, errors: failed.stack ? errors : others });
    }
    const result = transcript.results.at(-1);
    return result?.ok ? result.value : undefined;
  }

  try {
    await perform(firstSteps);
  } catch (error) {
    await session.close();
    throw error;
  }

  const screen: Screen = {
    getByText: async (text) =>
      (await perform([{ do: 'expectText', app, match: wireMatch(text) }])) as string,
    queryByText: async (text) =>
      (await perform([{ do: 'queryText', app, match: wireMatch(text) }])) as string | undefined,
    waitForText: async (text, { timeoutMs = DEFAULT_WAIT_MS } = {}) =>
      (await perform([{ do: 'waitForText', app, match: wireMatch(text), timeoutMs }])) as string,
    async press(textOrLabel) {
      await perform([{ do: 'press', app, match: wireMatch(textOrLabel) }]);
    },
    async type(into, text) {
      await perform([{ do: 'type', app, into, text }]);
    },
    async back() {
      await perform([{ do: 'back', app }]);
    },
    async pause(ms) {
      await perform([{ do: 'pause', app, ms }]);
    },
    texts: () => state().texts,
    tree: () => state().tree,
    logs: () => transcript.logs,
    errors: () =>
      createSummary({ engine: 'v8', program, steps: [], transcript, ending: undefined }).errors,
    async close() {
      await session.execute([{ do: 'close', app }]);
      await session.close();
    },
  };
  return { screen, state, direction: () => transcript.direction, perform };
}
