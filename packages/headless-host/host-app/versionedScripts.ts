import { ScriptManager } from '@callstack/repack/client';

const VERSION_IN_URL = /^noop:\/\/\/([^/]+)\//;

/**
 * Tells the chunks of two versions apart. Re.Pack knows a chunk by the federation name of who asks, which all versions of a
 * mini-app have in common; the version is in the address that is asked for, so it goes into the name here. Without it a
 * chunk that both versions load at once is fetched for one of them only.
 */
export function keepVersionsApart(): void {
  const manager = ScriptManager.shared;
  const loadScript = manager.loadScript.bind(manager);
  manager.loadScript = (scriptId, caller, context, url) =>
    loadScript(scriptId, versionedCaller(caller, url), context, url);
}

function versionedCaller(caller: string | undefined, url: string | undefined): string | undefined {
  const version = VERSION_IN_URL.exec(url ?? '')?.[1];
  if (caller === undefined || version === undefined) return caller;
  const suffix = `__${version.replaceAll('.', '_')}`;
  return caller.endsWith(suffix) ? caller : caller + suffix;
}
