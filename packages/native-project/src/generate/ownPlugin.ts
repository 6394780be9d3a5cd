import type { HostPluginOptions } from '../plugin/HostPluginOptions.types.ts';

/** How `app.json` names our own plugin among its `plugins`. */
export const OWN_NAME = '@host/native-project';

/** Whether an entry of `plugins` is ours: its name alone, or with options. */
export function isOwnPlugin(plugin: unknown): boolean {
  return (Array.isArray(plugin) ? plugin[0] : plugin) === OWN_NAME;
}

/** The options of an entry of `plugins`; none where it is a name alone. */
export function optionsOf(plugin: unknown): HostPluginOptions {
  return (Array.isArray(plugin) ? (plugin[1] as HostPluginOptions | undefined) : undefined) ?? {};
}
