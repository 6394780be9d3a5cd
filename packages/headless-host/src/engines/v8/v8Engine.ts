import type { Engine } from '../Engine.types.ts';
import { openV8 } from './openV8.ts';

/** Runs V8 in a thread of this process. */
export const v8Engine: Engine = {
  name: 'v8',
  async run(program, steps, listener) {
    const session = openV8(program, listener);
    const ending = await session.execute(steps);
    await session.close();
    return ending;
  },
};
