import { takenFiles } from '@host/contracts';
import { withoutSlashes } from '@host/api-client/exchange';
import type { HostServices, Observable } from '@host/miniapp-sdk/host';
import { useEffect, useRef } from 'react';

import { RuntimeError, untilAborted } from '../common/deadline.ts';
import { OBSERVED, type Observed, type WireState } from '../frame/messages.ts';
import { stateOf } from '../frame/servePort.ts';
import type { BackHandlers } from '../navigation/BackHandlers.ts';
import type { LoadRequest, LoadedProps, MiniAppLoader } from '../ports/MiniAppLoader.types.ts';
import { type FrameConnection, type OpenMessage, connectFrame } from './connectFrame.ts';

/** The URLs of the parts of a frame. */
export interface FrameParts {
  /** The address of `framePage`, served with `FRAME_POLICY`. */
  pageUrl: string;
  /** The URL of the script that calls `startFrame`. The host fetches it and passes it to the frame, so that it is cached. */
  scriptUrl: string;
  /** State that is passed to `onHostState` of `startFrame` whenever it changes, for example the host's theme. */
  hostState?: Observable<unknown>;
}

/** Runs each mini-app in its own sandboxed frame, from which it can only reach its SDK. */
export function createFrameLoader(
  options: FrameParts & {
    back: BackHandlers;
    /** How long a frame may be unresponsive. */
    hangMs?: number;
  },
): MiniAppLoader {
  const { pageUrl, scriptUrl, hostState, back, hangMs = 10_000 } = options;
  let fetching: Promise<Uint8Array> | undefined;
  const fetchScript = () => {
    fetching ??= fetchBytes(scriptUrl).catch((error: unknown) => {
      // The next attempt may succeed.
      fetching = undefined;
      throw error;
    });
    return fetching;
  };
  return {
    takes: takenFiles.frame,
    prefetch: () => void fetchScript().catch(() => undefined),
    async load(request) {
      const { services, signal } = request;
      const [prepared, script] = await Promise.all([
        prepare(request, hostState),
        untilAborted(fetchScript(), signal),
      ]);
      const given = { ...prepared, pageUrl, script, services, hostState, back, hangMs };
      return {
        Component: (props: LoadedProps) => <Frame {...props} {...given} />,
        unload() {},
      };
    },
  };
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new RuntimeError('network', `${url} cannot be reached.`, { cause: error });
  });
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  throw new RuntimeError('load-failed', `${url} was answered with ${response.status}.`);
}

async function prepare(
  request: LoadRequest,
  hostState: Observable<unknown> | undefined,
): Promise<Pick<FrameConnection, 'name' | 'open' | 'filesUrl'>> {
  const { resolution, index, readFile, isDevelopment } = request;
  if (!index || !resolution.web) throw new Error(`${resolution.appId} has no build for the web.`);
  const taken = index.files.filter(({ path }) => takenFiles.frame(path));
  const files = await Promise.all(
    taken.map(async ({ path }) => ({ path, bytes: await readFile(path) })),
  );
  const { appId, name, permissions } = resolution;
  const baseUrl = `${withoutSlashes(resolution.web.baseUrl)}/`;
  const open = (services: HostServices): OpenMessage => {
    const states = Object.fromEntries(OBSERVED.map((each) => [each, stateOf(services, each)]));
    return {
      type: 'open',
      appId,
      name,
      permissions,
      isDevelopment,
      baseUrl,
      files,
      states: states as Record<Observed, WireState>,
      hostState: hostState?.get(),
    };
  };
  return { name, open, filesUrl: baseUrl };
}

/** The element for the frames of a mini-app, which are created and removed outside of React. */
function Frame(connection: FrameConnection) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(connection);
  latest.current = connection;
  const { open } = connection;
  useEffect(() => {
    if (!place.current) return undefined;
    return connectFrame(place.current, latest.current);
    // One for each loaded mini-app.
  }, [open]);
  return <div ref={place} style={{ display: 'flex', flex: 1 }} />;
}
