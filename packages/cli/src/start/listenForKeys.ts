/** The terminal that keys come from. */
export interface KeyStream {
  setRawMode?(isRaw: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
  on(event: 'data', listener: (data: Buffer | string) => void): unknown;
  off(event: 'data', listener: (data: Buffer | string) => void): unknown;
}

/** What keys do, by letter. */
export type KeyActions = Readonly<Record<string, () => void>>;

const CTRL_C = '\u0003';

/**
 * Runs an action for each key as soon as it is pressed, in raw mode. Ctrl-C, which raw mode delivers as a key, is `q`.
 * Returns a function that restores the terminal's mode.
 */
export function listenForKeys(stream: KeyStream, actions: KeyActions): () => void {
  const onData = (data: Buffer | string) => {
    for (const pressed of data.toString()) {
      const key = pressed === CTRL_C ? 'q' : pressed.toLowerCase();
      if (Object.hasOwn(actions, key)) actions[key]!();
    }
  };
  stream.setRawMode?.(true);
  stream.resume();
  stream.on('data', onData);
  return () => {
    stream.off('data', onData);
    stream.setRawMode?.(false);
    stream.pause();
  };
}
