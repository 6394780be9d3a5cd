import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

import { ownEntry } from './commonConfig.ts';

/** The folder of hot updates, which archives leave out, as its name begins with a dot. */
const FOLDER = '.hot/';

/** Where hot updates are written. */
export const HOT_OUTPUT = {
  hotUpdateChunkFilename: `${FOLDER}[id].[fullhash].hot-update.js`,
  hotUpdateMainFilename: `${FOLDER}[runtime].[fullhash].hot-update.json`,
  // Kept, so that a page that is a build or two behind can still catch up.
  clean: { keep: (path: string) => path.startsWith(FOLDER) },
  // After an undone change, a build has the same hash as an earlier one, but a different update.
  compareBeforeEmit: false,
} satisfies Configuration['output'];

export const HOT_OPTIMIZATION = {
  // A failed build makes no update: pages go from the build before it to the one after.
  emitOnErrors: false,
  // So that a module that cannot be updated is reported by its file name.
  moduleIds: 'named',
} satisfies Configuration['optimization'];

/** The plugins for hot updates that keep the state of a page: Fast Refresh, and the entry that polls for updates. */
export function hotPlugins(root: string): NonNullable<Configuration['plugins']> {
  return [
    new rspack.HotModuleReplacementPlugin(),
    new ReactRefreshRspackPlugin(),
    // Without a name it is added to every entry, including federation's.
    new rspack.EntryPlugin(root, ownEntry('hot.js'), {}),
  ];
}
