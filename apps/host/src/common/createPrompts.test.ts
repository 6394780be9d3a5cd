import { describe, expect, it } from 'vitest';

import { createPrompts } from './createPrompts.ts';

describe('prompts', () => {
  it('are shown one after the other, in the order in which they were asked', async () => {
    const prompts = createPrompts<string, boolean>();
    const first = prompts.ask('first');
    const second = prompts.ask('second');
    expect(prompts.current.get()?.question).toBe('first');
    prompts.current.get()?.answer(true);
    expect(await first).toBe(true);
    expect(prompts.current.get()?.question).toBe('second');
    prompts.current.get()?.answer(false);
    expect(await second).toBe(false);
    expect(prompts.current.get()).toBeUndefined();
  });

  it('take one answer each: a second press does not answer the next', async () => {
    const prompts = createPrompts<string, boolean>();
    const first = prompts.ask('first');
    void prompts.ask('second');
    const shown = prompts.current.get()!;
    shown.answer(true);
    shown.answer(true);
    expect(await first).toBe(true);
    expect(prompts.current.get()?.question).toBe('second');
  });

  it('can all be answered at once', async () => {
    const prompts = createPrompts<string, boolean>();
    const answers = Promise.all([prompts.ask('first'), prompts.ask('second')]);
    prompts.answerAll(false);
    expect(await answers).toEqual([false, false]);
  });
});
