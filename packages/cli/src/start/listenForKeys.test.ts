import { PassThrough } from 'node:stream';

import { describe, expect, it, vi } from 'vitest';

import { listenForKeys } from './listenForKeys.ts';

describe('keys of a terminal', () => {
  const open = () =>
    Object.assign(new PassThrough(), { setRawMode: vi.fn<(isRaw: boolean) => void>() });

  it('do what they are for at once, in either case, and others do nothing', async () => {
    const stream = open();
    const pressed: string[] = [];
    const actions = { o: () => pressed.push('open'), r: () => pressed.push('reload') };
    listenForKeys(stream, actions);
    expect(stream.setRawMode).toHaveBeenLastCalledWith(true);
    stream.write('oR');
    stream.write('x\u001b[A');
    await expect.poll(() => pressed).toEqual(['open', 'reload']);
  });

  it('end with q and with Ctrl-C, and then the terminal is as it was', async () => {
    const stream = open();
    const quit = vi.fn<() => void>();
    const stop = listenForKeys(stream, { q: quit });
    stream.write('q\u0003');
    await expect.poll(() => quit.mock.calls.length).toBe(2);
    stop();
    expect(stream.setRawMode).toHaveBeenLastCalledWith(false);
    stream.write('q');
    expect(quit).toHaveBeenCalledTimes(2);
  });
});
