import type { Snippet } from './compileSnippets.ts';

const OF_PROJECTS = `import type { HostPluginOptions } from '@host/native-project';
type Plugins = (string | [string, HostPluginOptions])[];`;

/** Kinds of configuration on pages: how to recognise them, their type, its imports, and a package to resolve these from. */
const TYPES: readonly { isOne: RegExp; type: string; imports: string; folder: string }[] = [
  {
    isOne: /"steps": /,
    type: `NonNullable<MiniAppSource['host']> & { steps: Step[] }`,
    imports: `import type { MiniAppSource, Step } from '@host/headless-host';`,
    folder: 'packages/cli',
  },
  {
    isOne: /^\{"(?:push|exactAlarms)": /,
    type: 'HostPluginOptions',
    imports: OF_PROJECTS,
    folder: 'apps/host',
  },
  {
    isOne: /^\s*\{\s*"plugins": /,
    type: '{ plugins: Plugins }',
    imports: OF_PROJECTS,
    folder: 'apps/host',
  },
  {
    isOne: /"plugins": /,
    type: '{ name?: string; displayName?: string; expo: { plugins: Plugins; [other: string]: unknown } }',
    imports: OF_PROJECTS,
    folder: 'apps/host',
  },
];

/** Turns JSON into code that compiles if the JSON has the right type; undefined if its type is unknown. */
export function jsonSnippet(place: string, json: string): Snippet | undefined {
  const known = TYPES.find(({ isOne }) => isOne.test(json));
  if (!known) return undefined;
  const { type, imports, folder } = known;
  // The JSON comes first, so that error positions are lines of the page.
  const text = `export const shown: ${type} = ${json.trimEnd()};\n${imports}`;
  return { place, folder, kind: 'ts', text };
}
