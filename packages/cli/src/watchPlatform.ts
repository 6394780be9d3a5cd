import { loadConfig } from './build/loadConfig.ts';
import { loadRspack } from './build/loadRspack.ts';
import { type BuildState, failure, outcome } from './start/BuildState.ts';
import type { WatchRequest } from './start/PlatformWatcher.ts';

/** An editor may write a file in two steps. */
const AGGREGATE_MS = 50;

// Ctrl-C in a terminal reaches this process as well; it ends when its parent closes the channel, or dies.
process.on('SIGINT', () => {});
process.once('message', (request) => void watch(request as WatchRequest));
const isLetGo = new Promise<void>((resolve) => process.once('disconnect', resolve));

async function watch({ root, platform, dir }: WatchRequest): Promise<void> {
  try {
    const config = await loadConfig(root, {
      platform,
      mode: 'development',
      hot: platform === 'web',
    });
    const { rspack } = await loadRspack(root);
    const compiler = rspack({
      ...config,
      infrastructureLogging: { level: 'none' },
      output: { ...config.output, path: dir },
    });
    let start = performance.now();
    compiler.hooks.invalid.tap('miniapp', () => {
      start = performance.now();
      tell({ type: 'building' });
    });
    compiler.watch({ aggregateTimeout: AGGREGATE_MS }, (error, stats) => {
      if (error) tell(failure(error));
      else if (stats) tell(outcome(stats, performance.now() - start, root));
    });
    await isLetGo;
    await new Promise<void>((resolve) => compiler.close(() => resolve()));
  } catch (error) {
    tell(failure(error));
    await isLetGo;
  }
  process.exit();
}

function tell(state: BuildState): void {
  if (process.connected) process.send!(state);
}
