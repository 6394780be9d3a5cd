import type { HostApp, Io, RuntimeGlobals } from './Runtime.types.ts';

/**
 * Additional libraries that this host shares. They come as a script that was built from the mini-app's installed packages;
 * their native modules exist, but calls on them have no effect.
 */
export function createHostModules(parts: {
  io: Pick<Io, 'read' | 'evaluate'>;
  global: RuntimeGlobals;
  host: () => HostApp;
}) {
  const { io, global, host } = parts;
  const provided = new Set<string>();
  const words = new Set<string>();

  /** Runs the script with a URL, once. */
  const provide = (url: string): void => {
    if (provided.has(url)) return;
    const source = io.read(url);
    if (source === null) throw new Error('The libraries of the host are missing.');
    provided.add(url);
    for (const word of source.match(/\w+/g) ?? []) words.add(word);
    global.headlessParts = {
      module: (name) => host().module(name),
      provide: (modules) => host().provide(modules),
    };
    // As arguments, since the mini-app must not find them, and some are used later.
    const open = '(function (headlessModule, headlessProvide) {';
    const close = '})(headlessParts.module, headlessParts.provide);';
    try {
      io.evaluate(`${open}${source}\n${close}`, url);
    } finally {
      delete global.headlessParts;
    }
  };

  /** Whether one of them uses a native module with this name. */
  const ask = (name: string): boolean => words.has(name);

  return { provide, ask };
}
