import type { HostServices } from '@host/miniapp-sdk/host';
import { useEffect, useRef } from 'react';

import { RuntimeError } from '../core/deadline.ts';
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

/** Runs each mini-app in a sandboxed frame of its own: it reaches nothing of the host but its SDK. */
export function createFrameLoader(options: {
  /** The address of the frame's page. */
  pageUrl: string;
  /** The script that is handed to it; left out for a page that loads its script by itself. */
  scriptUrl?: string;
  back: BackHandlers;
  /** How long a frame may give no sign of life. */
  hangMs?: number;
}): MiniAppLoader {
  const { pageUrl, scriptUrl, back, hangMs = 10_000 } = options;
  let script: Promise<Uint8Array> | undefined;
  const fetchScript = (url: string, signal: AbortSignal) => {
    script ??= fetchBytes(url, signal).catch((error: unknown) => {
      // It can be there the next time.
      script = undefined;
      throw error;
    });
    return script;
  };
  return {
    takes: isScript,
    async load(request) {
      const { services, signal } = request;
      const [open, bytes] = await Promise.all([
        openMessage(request),
        scriptUrl === undefined ? undefined : fetchScript(scriptUrl, signal),
      ]);
      return {
        Component: (props: LoadedProps) => (
          <Frame {...props} {...{ pageUrl, script: bytes, open, services, back, hangMs }} />
        ),
        unload() {},
      };
    },
  };
}

type Open = Extract<ToFrame, { type: 'open' }>;

async function fetchBytes(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { signal });
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
  script: Uint8Array | undefined;
  open: (services: HostServices) => Open;
  services: HostServices;
  back: BackHandlers;
  hangMs: number;
}

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
      sandbox={SANDBOX}
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
    alive: () => watch.alive(),
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
    // No origin can be named for a sandboxed frame; this is the page that was asked for, before any mini-app runs in it.
    element.contentWindow?.postMessage({ type: HELLO, script } satisfies Hello, '*', [port2]);
    port.postMessage(open(services));
    watch.start();
  };
  element.addEventListener('load', onLoad);
  return () => {
    element.removeEventListener('load', onLoad);
    watch.stop();
    removeBack();
    stop();
  };
}
