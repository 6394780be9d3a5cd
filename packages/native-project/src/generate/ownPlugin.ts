import type { HostPluginOptions } from '../plugin/HostPluginOptions.types.ts';

/** The name of our own plugin in `plugins` of `app.json`. */
export const OWN_NAME = '@host/native-project';

/** Whether an entry of `plugins` is ours: just its name, or with options. */
export function isOwnPlugin(plugin: unknown): boolean {
  return (Array.isArray(plugin) ? plugin[0] : plugin) === OWN_NAME;
}

/** The options of an entry of `plugins`; empty if it is just a name. */
export function optionsOf(plugin: unknown): HostPluginOptions {
  return (Array.isArray(plugin) ? (plugin[1] as HostPluginOptions | undefined) : undefined) ?? {};
}
