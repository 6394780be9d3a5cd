import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { withoutEval } from './withoutEval.ts';

describe('a mini-app with zod, in a frame', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    delete z.config().jitless;
  });

  it('makes no code of text, which the policy of the frame forbids', () => {
    const made = vi.fn<(...texts: string[]) => void>();
    vi.stubGlobal(
      'Function',
      class extends Function {
        constructor(...texts: string[]) {
          super(...texts);
          made(...texts);
        }
      },
    );
    const parse = () => z.object({ id: z.string() }).parse({ id: '1' });
    parse();
    expect(made).toHaveBeenCalled();
    made.mockClear();
    withoutEval();
    expect(parse()).toEqual({ id: '1' });
    expect(made).not.toHaveBeenCalled();
  });
});
