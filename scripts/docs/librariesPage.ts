import { readFileSync } from 'node:fs';

import { SHARED_MODULES } from '../../packages/contracts/src/sharedModules.ts';
import type { Library, Results, Verdict } from '../../e2e/libraries/Library.types.ts';
import { LIBRARIES } from '../../e2e/libraries/libraries.ts';
import { generatedFrom, table } from './table.ts';

const RESULTS = new URL('../../e2e/libraries/results.json', import.meta.url);
/** Separate from `from`, since the import is in the reader's code, not in this file. */
const RUNTIME = '@host/host-runtime/device';
const PLATFORMS = ['ios', 'android', 'web'] as const;

/** The documentation page of which libraries work in a mini-app (as measured) and which ones every host provides. */
export function librariesPage(): string {
  const results = JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
  const measured = LIBRARIES.filter(({ name }) => results[name]);
  const notes = new Notes();
  const areas = [...new Set(measured.map(({ area }) => area))];
  const tables = areas.map((area) => {
    const rows = measured
      .filter((library) => library.area === area)
      .map((library) => row(library, results, notes));
    return `### ${area[0]!.toUpperCase()}${area.slice(1)}\n\n${table(['library', 'version', ...PLATFORMS], rows)}`;
  });
  return `${generatedFrom('e2e/libraries/results.json', 'packages/contracts/src/shared-modules.json')}

# Libraries in mini-apps

Libraries in JavaScript work as they do in any app: install them, import them. Those with native code need a host that has
their native part, and work in browsers where they are made for them. ${count(measured, results)}

- **works**: in every host.
- **with the host’s help**: it was measured in a host that shares what is named, or needs what is named of it. [Native
  modules](#native-modules) says what a host and a mini-app do for it.
- **no**: with the reason.

Each was installed from npm into a project of \`miniapp create\`, with [a small use of it](../e2e/libraries/uses), built for the three
platforms, held against \`miniapp check\`, and used as a person would: on the headless host, on V8 and on Hermes, for ios and
android, and in Chromium, in a frame of a host. \`pnpm libraries\` measures them again, \`--only\` one of them. The headless host does
not draw, and calls of native modules have no effect in it: what a library looks like on a phone was not measured.

${tables.join('\n\n')}

${notes.text()}
${unmeasured(results)}
## Shared by every host

These exist once, in the host. A build takes them from there, and \`miniapp check\` refuses one that needs another version.

${table(['module', 'version', 'platforms'], sharedRows())}

Below \`react-native/\` nothing is shared, except through a library of this list.

## Native modules

A mini-app brings JavaScript and files, and no native code. A library whose native part hosts do not have is refused when it is
built, with its name, the files that import it and the way out; one that asks for its native part later is found by \`miniapp check\`,
which runs it. Where there is a build for browsers, import it in \`name.web.tsx\` beside \`name.tsx\`.

A host team that wants its mini-apps to use such a library installs it in the host app ([how](native-modules.md#a-native-module-of-your-own)),
and shares it with them where the host is started:

\`\`\`ts
import { type DeviceHostOptions, createDeviceHost } from '${RUNTIME}';

/** \`svg\` is all that the app imports from react-native-svg: \`import * as svg from 'react-native-svg'\`. */
export function startHostWith(svg: object, own: DeviceHostOptions) {
  return createDeviceHost({
    ...own,
    shared: { 'react-native-svg': { version: '15.15.5', module: svg } },
  });
}
\`\`\`

The registry is told its version with the same line. \`createDeviceParts\` takes \`shared\`, too; a host of other parts gives it to its
[loader and to \`loaders.shared\`](../packages/host-runtime/README.md#on-react-native). A mini-app has the library among its dependencies, and says in
\`rspack.config.mjs\` that its host shares it: \`defineMiniApp({ root: import.meta.dirname, host: { 'react-native-svg': '15.15.5' } })\`.

\`miniapp check\` then says that not every host shares it, and runs the mini-app as in a host that does: with the library as it is
installed in the project, and a native part on which calls have no effect. The server gives the version to the hosts that have the module
in the range that it needs, and to no other. In browsers the library is part of the mini-app, as without \`host\`.

A mini-app that imports it without naming it in \`host\` is refused, when it is built or when \`miniapp check\` runs it:

\`\`\`
react-native-svg has native code, and a mini-app brings none: hosts are installed without it. src/App.tsx imports react-native-svg.
  Use a library that is JavaScript alone, import it in a file for the web only (\`name.web.tsx\` beside \`name.tsx\`), or name it in \`host\` of rspack.config.mjs if your host shares it.
\`\`\`

One that names it and needs another version than the host has is refused as well: \`The mini-app needs react-native-svg@^16.0.0, and the
host provides 15.15.5.\`

## Fonts and other files

Pictures, fonts and other files are [part of a mini-app](libraries-and-assets.md). A font has to be registered before a style can name it:
in browsers by two lines, on devices by the host app, which has it among its own fonts: a host team names the files in \`fonts\` of
[its plugin](../packages/native-project/README.md). Sets of icons that are fonts show nothing on a device whose host lacks the font;
\`Icon\` of \`@host/kit\` and pictures need none.

## Data from a server

Libraries that fetch (\`axios\`, \`@apollo/client\`, \`firebase\`) were measured without a server: they load, and show what a stub of theirs
answers. A mini-app reaches its own back end by \`api\` of the SDK: hand the library a fetch that calls it, as an adapter, a link or
an option. Other servers are closed to mini-apps in a frame.
`;
}

/** Footnotes on why something does not work, shared by the libraries that they apply to. */
class Notes {
  readonly #texts: string[] = [];

  /** The number of a note. */
  of(text: string): number {
    const known = this.#texts.indexOf(text);
    return known < 0 ? this.#texts.push(text) : known + 1;
  }

  text(): string {
    return this.#texts.map((text, index) => `${index + 1}. ${text}`).join('\n');
  }
}

function row(library: Library, results: Results, notes: Notes): string[] {
  const { version, with: others, platforms } = results[library.name]!;
  const along = Object.entries(others).map(([name, ofIt]) => `${name} ${ofIt}`);
  const installed = along.length === 0 ? '' : ` with ${along.join(', ')}`;
  return [
    `\`${library.name}\``,
    `${version}${installed}`,
    ...PLATFORMS.map((platform) => cell(platforms[platform], notes)),
  ];
}

function cell(verdict: Verdict, notes: Notes): string {
  if (verdict.result === 'works') return 'works';
  if (verdict.result === 'with-help')
    return `with the host’s help (${notes.of(`It needs ${verdict.needs}.`)})`;
  return `no (${notes.of(escape(verdict.why) + untried(verdict.why))})`;
}

/** The text for libraries with native code that have not been tested in a host that shares them. */
function untried(why: string): string {
  return /^\S+ has native code, and/.test(why) ? ' A host that shares it was not tried.' : '';
}

/** Escapes the output of tools for Markdown. */
function escape(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');
}

function count(measured: readonly Library[], results: Results): string {
  const of = (platform: (typeof PLATFORMS)[number], result: Verdict['result']) =>
    measured.filter(({ name }) => results[name]!.platforms[platform].result === result).length;
  const counts = PLATFORMS.map(
    (platform) =>
      `${of(platform, 'works')} work on ${platform} in every host, ${of(platform, 'with-help')} with the host’s help`,
  );
  const days = measured.map(({ name }) => results[name]!.measuredOn).toSorted();
  return `Of the ${measured.length} below,
${counts.join('; ')}; as measured on ${[...new Set([days[0], days.at(-1)])].join(' to ')}.`;
}

/** Names the libraries of the list that have not been measured yet. */
function unmeasured(results: Results): string {
  const names = LIBRARIES.filter(({ name }) => !results[name]).map(({ name }) => `\`${name}\``);
  return names.length === 0 ? '' : `\nOn the list, and not measured yet: ${names.join(', ')}.\n`;
}

function sharedRows(): string[][] {
  return Object.entries(SHARED_MODULES).map(([name, { version, platforms, isOptional }]) => [
    `\`${name}\`${isOptional ? ', for mini-apps that depend on it' : ''}`,
    version,
    platforms.join(', '),
  ]);
}
