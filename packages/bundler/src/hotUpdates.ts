import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

import { ownEntry } from './commonConfig.ts';

/** Hot updates are written to a folder outside of the build: an archive leaves out names that begin with a dot. */
const FOLDER = '.hot/';

/** Where hot updates are written. */
export const HOT_OUTPUT = {
  hotUpdateChunkFilename: `${FOLDER}[id].[fullhash].hot-update.js`,
  hotUpdateMainFilename: `${FOLDER}[runtime].[fullhash].hot-update.json`,
  // A page that is a build or two behind still finds its way.
  clean: { keep: (path: string) => path.startsWith(FOLDER) },
  // Who takes a change back has a build of the same hash again, and another update from there.
  compareBeforeEmit: false,
} satisfies Configuration['output'];

export const HOT_OPTIMIZATION = {
  // A failed build is not an update: a page goes from the build before it to the one after.
  emitOnErrors: false,
  // What could not be taken over is named by its file.
  moduleIds: 'named',
} satisfies Configuration['optimization'];

/** What lets a page take over a change without losing what it shows: Fast Refresh, and the entry that asks for updates. */
export function hotPlugins(root: string): NonNullable<Configuration['plugins']> {
  return [
    new rspack.HotModuleReplacementPlugin(),
    new ReactRefreshRspackPlugin(),
    // Without a name it belongs to every entry, also to the one that federation makes.
    new rspack.EntryPlugin(root, ownEntry('hot.js'), {}),
  ];
}
