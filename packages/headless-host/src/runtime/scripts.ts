import type { Clock } from './clock.ts';
import type { NativeModule } from './nativeModules.ts';
import type { Io } from './Runtime.types.ts';

const LATENCY_MS = 5;

/** Re.Pack's native module: it fetches a script and runs it. */
export function scriptModule(
  io: Pick<Io, 'evaluate'> & {
    /** An absolute address is one of a file that was written; others are those of what is installed, or of a server. */
    read: (url: string, isAbsolute: boolean) => Promise<string | null>;
  },
  clock: Clock,
  onThrow: (error: unknown) => void,
): NativeModule {
  return {
    async loadScript(
      _id: string,
      { url, absolute = false }: { url: string; absolute?: boolean },
    ): Promise<null> {
      // A script never comes at once, and others may be asked for meanwhile.
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, LATENCY_MS));
      const source = await io.read(url, absolute);
      if (source === null) {
        throw Object.assign(new Error(`There is no file ${url.replace(/^.*:\/\/[^/]*\//, '')}.`), {
          code: 'NetworkFailure',
        });
      }
      try {
        io.evaluate(source, url);
      } catch (error) {
        // Re.Pack answers to this with a sentence of its own; what really happened is told here.
        onThrow(error);
        throw error;
      }
      return null;
    },
    prefetchScript: () => Promise.resolve(null),
    invalidateScripts: () => Promise.resolve(null),
    unstable_evaluateScript: () => true,
  };
}
