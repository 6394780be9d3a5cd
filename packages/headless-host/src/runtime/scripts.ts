import type { Clock } from './clock.ts';
import type { NativeModule } from './nativeModules.ts';
import type { Io } from './Runtime.types.ts';

const LATENCY_MS = 5;

/** Re.Pack's native module: it fetches a script and runs it. */
export function scriptModule(
  io: Pick<Io, 'evaluate'> & {
    /** An absolute URL is that of a written file; others are of installed files, or of a server. */
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
      // A script never arrives synchronously, and others may be requested meanwhile.
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
        // Re.Pack replaces the error by a message of its own, so the original is reported here.
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
