import type { HostApp, Io, RuntimeGlobals } from './Runtime.types.ts';

/**
 * Libraries that this host shares besides what every host does. They come as a script, made of what is installed for the
 * mini-app; their native part is there, and what is called on it has no effect.
 */
export function createHostModules(parts: {
  io: Pick<Io, 'read' | 'evaluate'>;
  global: RuntimeGlobals;
  host: () => HostApp;
}) {
  const { io, global, host } = parts;
  const provided = new Set<string>();
  const words = new Set<string>();

  /** Runs the script behind an address, once. */
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
    // As arguments: the mini-app is not to find them, and some are asked for later.
    const open = '(function (headlessModule, headlessProvide) {';
    const close = '})(headlessParts.module, headlessParts.provide);';
    try {
      io.evaluate(`${open}${source}\n${close}`, url);
    } finally {
      delete global.headlessParts;
    }
  };

  /** Whether one of them asks for a native module by this name. */
  const ask = (name: string): boolean => words.has(name);

  return { provide, ask };
}
