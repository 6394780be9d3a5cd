import { shareEntry } from '@host/contracts';
import * as federation from '@module-federation/runtime/core';
import * as React from 'react';
import * as jsxDevRuntime from 'react/jsx-dev-runtime';
import * as jsxRuntime from 'react/jsx-runtime';

import { createClock } from './clock.ts';
import { createErrors } from './errors.ts';
import { installTime } from './installTime.ts';
import { createLog } from './log.ts';
import { keepEnginePromises } from './promises.ts';
import type { Io, RuntimeGlobals } from './Runtime.types.ts';
import { standIn } from './standIn.ts';
import type { WireEvent, WireResult, WireStep } from './wire.types.ts';

// Runs inside the engine instead of a host: it opens a container as a host would, with React and stubs of the other shared
// modules.
const global = globalThis as unknown as Record<string, unknown> & RuntimeGlobals;
const io = global.headlessIo as Io;
delete global.headlessIo;

type ContainerStep = Extract<WireStep, { do: 'checkContainer' }>;

interface Container {
  init(scope: object, initScope: unknown[], options: object): Promise<void>;
  get(expose: string): Promise<() => { default?: unknown }>;
}

const emit = (event: WireEvent) => io.emit(JSON.stringify(event));
const log = createLog(io.logLines, emit);
const errors = createErrors(emit);
const clock = createClock(io, (error) => errors.report('uncaught', error));
const write =
  (level: number) =>
  (...words: unknown[]) =>
    log.write(words.map(String).join(' '), level);

installTime(global, clock);
keepEnginePromises(global, (reason) => errors.report('rejection', reason));
Object.assign(global, {
  global,
  self: global,
  __DEV__: false,
  // Libraries use these to detect the new architecture while they are loaded.
  RN$Bridgeless: true,
  nativeFabricUIManager: {},
  _FEDERATION_RUNTIME_CORE: federation,
  console: { debug: write(0), info: write(1), log: write(1), warn: write(2), error: write(3) },
  __repack__: {
    shared: {
      enqueuedResolvers: [],
      scriptManager: {
        loadScript: async (_id: string, _caller: string, _context: unknown, url: string) =>
          run(url.replace(/^.*\//, '')),
      },
    },
  },
});

/** Libraries create contexts and wrap components while they are loaded, so React is real, but renders nothing. */
const REAL: Readonly<Record<string, object>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react/jsx-dev-runtime': jsxDevRuntime,
};

let baseUrl = '';

function run(file: string): void {
  const source = io.read(baseUrl + file);
  if (source === null) throw new Error(`There is no file ${file}.`);
  io.evaluate(source, baseUrl + file);
}

/** Opens the container and loads its exposed module; resolves to the type of its default export. */
async function open({ containerFile, globalName, shared }: ContainerStep): Promise<string> {
  run(containerFile);
  const container = global[globalName] as Partial<Container> | undefined;
  if (!container) throw new Error(`${containerFile} does not define ${globalName}.`);
  const { init, get } = container;
  if (typeof init !== 'function' || typeof get !== 'function') {
    throw new Error(`${globalName} is no federation container: it has no init and get.`);
  }
  const scope = Object.fromEntries(
    Object.entries(shared).map(([name, provided]) => [
      name,
      {
        [provided]: shareEntry(provided, REAL[name] ?? standIn, {
          from: 'check',
          requiredVersion: '*',
        }),
      },
    ]),
  );
  const options = {};
  Object.defineProperty(options, 'shareScopeMap', { value: { default: scope }, enumerable: false });
  await init(scope, [], options);
  const factory = await get('./App');
  return typeof factory().default;
}

async function check(step: ContainerStep): Promise<WireResult> {
  const failures: unknown[] = [];
  const opening = open(step).catch((error: unknown) => void failures.push(error));
  const didSettle = await clock.settles(opening, step.loadMs);
  if (failures.length > 0) {
    errors.report('load', failures[0]);
    return { ok: false, message: './App cannot be loaded.' };
  }
  if (!didSettle)
    return { ok: false, message: './App never loads: something that it waits for never comes.' };
  const type = await opening;
  // memo and forwardRef make objects.
  if (type === 'function' || type === 'object') return { ok: true };
  return { ok: false, message: './App has no component as its default export.' };
}

io.execute = async (steps) => {
  const [step] = JSON.parse(steps) as [ContainerStep];
  baseUrl = step.baseUrl;
  emit({ event: 'step', index: 0 });
  emit({ event: 'opening', app: step.app });
  errors.setLoading(true);
  emit({ event: 'result', index: 0, result: await check(step) });
  log.tellDropped();
};
io.rejected = (reason) => errors.report('rejection', reason);
io.states = () => '{}';
