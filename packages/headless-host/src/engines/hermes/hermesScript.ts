import { readFileSync } from 'node:fs';

import type { WireStep } from '../../runtime/wire.types.ts';
import { BASE_URL, type Program } from '../Program.ts';
import { hermesDevice } from './hermesDevice.ts';

/** The virtual time after which Hermes considers a rejection unhandled. */
const REJECTIONS_MS = 2100;
const BEAT_MS = 200;

/**
 * The script that a Hermes process runs. Hermes has no file access and no modules: all readable files are embedded as text,
 * and events are printed to standard output, one per line.
 */
export function hermesScript(program: Program, steps: WireStep[]): string {
  const { platform, limits } = program;
  const files = Object.fromEntries(
    Object.entries(program.files)
      .filter(([url]) => /\.(js|bundle|json)$/.test(url))
      .map(([url, path]) => [url, readFileSync(path, 'utf8')]),
  );
  const [app = program.device ? steps[0]!.app : ''] = Object.keys(program.miniApps);
  const pause: WireStep[] = [{ do: 'pause', app, ms: REJECTIONS_MS }];
  return `(function (global) {
  var print = global.print, now = Date.now, later = global.setTimeout, quit = global.quit;
  var evaluate = global.eval, files = ${JSON.stringify(files)}, lastBeat = 0;
  ['print', 'quit', 'gc', 'createHeapSnapshot', 'loadSegment'].forEach(function (name) { delete global[name]; });
  var io = global.headlessIo = {
    platform: ${JSON.stringify(platform)},
    logLines: ${limits.logLines},
    now: function () { return now(); },
    nextTurn: function (callback) {
      if (now() - lastBeat > ${BEAT_MS}) { lastBeat = now(); print('{"event":"beat"}'); }
      later(callback);
    },
    read: function (url) { var text = files[url.split('?')[0]]; return text === undefined ? null : text; },
    evaluate: function (source, url) {
      evaluate(source + '\\n//# sourceURL=' + url.slice(${BASE_URL.length}));
    },
    emit: function (event) { print(event); }
  };
${program.device ? `  io.device = ${hermesDevice(program.device)};\n` : ''}  evaluate(${script(program.runtimeFile, 'runtime.bundle')});
  evaluate(${script(program.hostFile, 'host.bundle')});
  io.execute(${JSON.stringify(JSON.stringify(steps))}).then(function () {
    var emit = io.emit;
    io.emit = function (event) { if (event.indexOf('{"event":"error"') === 0) emit(event); };
    return io.execute(${JSON.stringify(JSON.stringify(pause))});
  }).then(function () { print('{"event":"done"}'); quit(); });
})(globalThis);
`;
}

function script(path: string | undefined, name: string): string {
  const source = path === undefined ? '' : readFileSync(path, 'utf8');
  return JSON.stringify(`${source}\n//# sourceURL=${name}`);
}
