import type { HostServices } from '@host/miniapp-sdk/host';
import { useEffect, useRef } from 'react';

import { RuntimeError, untilAborted } from '../core/deadline.ts';
import {
  type Hello,
  OBSERVED,
  type Observed,
  type ToFrame,
  type WireState,
} from '../frame/messages.ts';
import { HELLO } from '../frame/names.ts';
import { servePort, stateOf } from '../frame/servePort.ts';
import type { BackHandlers } from '../navigation/BackHandlers.ts';
import type { LoadRequest, LoadedProps, MiniAppLoader } from '../ports/MiniAppLoader.types.ts';
import { watchFrame } from './watchFrame.ts';

/** Nothing that reaches outside: no origin, no pop-ups, no top navigation, no downloads. */
const SANDBOX = 'allow-scripts allow-forms';
/** The page says so at once when it is there; this is for machines that are busy. */
const PAGE_MS = 10_000;

/** Where the parts of a frame are. */
export interface FrameParts {
  /** The address of `framePage`, served with `FRAME_POLICY`. */
  pageUrl: string;
  /** The address of the script that calls `startFrame`. The host fetches it and hands it over, so that it is cached. */
  scriptUrl: string;
}

/** Runs each mini-app in a sandboxed frame of its own: it reaches nothing of the host but its SDK. */
export function createFrameLoader(
  options: FrameParts & {
    back: BackHandlers;
    /** How long a frame may give no sign of life. */
    hangMs?: number;
  },
): MiniAppLoader {
  const { pageUrl, scriptUrl, back, hangMs = 10_000 } = options;
  let fetching: Promise<Uint8Array> | undefined;
  const fetchScript = () => {
    fetching ??= fetchBytes(scriptUrl).catch((error: unknown) => {
      // It can be there the next time.
      fetching = undefined;
      throw error;
    });
    return fetching;
  };
  return {
    takes: isScript,
    prefetch: () => void fetchScript().catch(() => undefined),
    async load(request) {
      const { services, signal } = request;
      const [open, script] = await Promise.all([
        openMessage(request),
        untilAborted(fetchScript(), signal),
      ]);
      return {
        Component: (props: LoadedProps) => (
          <Frame {...props} {...{ pageUrl, script, open, services, back, hangMs }} />
        ),
        unload() {},
      };
    },
  };
}

type Open = Extract<ToFrame, { type: 'open' }>;

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new RuntimeError('network', `${url} cannot be reached.`, { cause: error });
  });
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  throw new RuntimeError('load-failed', `${url} was answered with ${response.status}.`);
}

const isScript = (path: string) => path.endsWith('.js');

async function openMessage(request: LoadRequest): Promise<(services: HostServices) => Open> {
  const { resolution, index, readFile } = request;
  if (!index || !resolution.web) throw new Error(`${resolution.appId} has no build for the web.`);
  const scripts = index.files.filter(({ path }) => isScript(path));
  const files = await Promise.all(
    scripts.map(async ({ path }) => ({ path, bytes: await readFile(path) })),
  );
  const { appId, permissions } = resolution;
  const baseUrl = resolution.web.baseUrl.replace(/\/*$/, '/');
  return (services) => {
    const states = Object.fromEntries(OBSERVED.map((name) => [name, stateOf(services, name)]));
    return {
      type: 'open',
      appId,
      permissions,
      baseUrl,
      files,
      states: states as Record<Observed, WireState>,
    };
  };
}

interface FrameProps extends LoadedProps {
  pageUrl: string;
  script: Uint8Array;
  open: (services: HostServices) => Open;
  services: HostServices;
  back: BackHandlers;
  hangMs: number;
}

/**
 * The page comes without an origin by its own policy, and the attribute is there before any mini-app is: set from the start,
 * it would keep the service worker from answering, and there would be no frames without a network.
 */
function Frame({ pageUrl, ...props }: FrameProps) {
  const { script, open, services, back, hangMs, onRendered, onCrash } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    return connect(element, { script, open, services, back, hangMs, onRendered, onCrash });
  }, [script, open, services, back, hangMs, onRendered, onCrash]);
  return (
    <iframe
      ref={frame}
      src={pageUrl}
      referrerPolicy="no-referrer"
      allow=""
      title="mini-app"
      style={{ border: 0, flex: 1, width: '100%', height: '100%' }}
    />
  );
}

function connect(element: HTMLIFrameElement, props: Omit<FrameProps, 'pageUrl'>): () => void {
  const { script, open, services, back, hangMs, onRendered, onCrash } = props;
  const { port1: port, port2 } = new MessageChannel();
  let canGoBack = false;
  let isConnected = false;
  let pageTimer: ReturnType<typeof setTimeout> | undefined;
  const watch = watchFrame(
    () => port.postMessage({ type: 'ping' } satisfies ToFrame),
    hangMs,
    () => onCrash(new Error('The mini-app gives no sign of life.')),
  );
  const stop = servePort(port, services, {
    started() {},
    rendered: onRendered,
    failed: onCrash,
    crashed: onCrash,
    canGoBack: (value) => (canGoBack = value),
    alive() {
      clearTimeout(pageTimer);
      watch.alive();
    },
  });
  const removeBack = back.add({
    canGoBack: () => canGoBack,
    goBack: () => port.postMessage({ type: 'go-back' } satisfies ToFrame),
  });
  const onLoad = () => {
    if (isConnected) {
      // The mini-app has sent its frame to another page, which has no port.
      element.removeEventListener('load', onLoad);
      onCrash(new Error('The mini-app left its page.'));
      return;
    }
    isConnected = true;
    // Wherever it goes from here, it goes without an origin.
    element.setAttribute('sandbox', SANDBOX);
    if (element.contentDocument !== null) {
      const policy = 'serve it with FRAME_POLICY as its Content-Security-Policy';
      onCrash(new RuntimeError('load-failed', `${element.src} has an origin: ${policy}.`));
      return;
    }
    pageTimer = setTimeout(
      () => onCrash(new RuntimeError('load-failed', `${element.src} is not there.`)),
      PAGE_MS,
    );
    // No origin can be named for a sandboxed frame; this is the page that was asked for, before any mini-app runs in it.
    element.contentWindow?.postMessage({ type: HELLO, script } satisfies Hello, '*', [port2]);
    port.postMessage(open(services));
    watch.start();
  };
  element.addEventListener('load', onLoad);
  return () => {
    element.removeEventListener('load', onLoad);
    clearTimeout(pageTimer);
    watch.stop();
    removeBack();
    stop();
  };
}
