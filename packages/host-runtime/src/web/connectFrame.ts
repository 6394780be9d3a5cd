import type { HostServices, Observable } from '@host/miniapp-sdk/host';

import { RuntimeError } from '../common/deadline.ts';
import { FRAME_BUDGET } from '../frame/FrameBudget.ts';
import type { Hello, ToFrame } from '../frame/messages.ts';
import { HELLO } from '../frame/names.ts';
import { relayScript } from '../frame/relayScript.ts';
import { servePort } from '../frame/servePort.ts';
import type { BackHandlers } from '../navigation/BackHandlers.ts';
import { createBackSteps } from '../navigation/createBackSteps.ts';
import type { LoadedProps } from '../ports/MiniAppLoader.types.ts';
import { followsTap } from './followsTap.ts';
import { guardFocus } from './guardFocus.ts';
import { guardWindow } from './guardWindow.ts';
import { watchFrame } from './watchFrame.ts';

/** The sandbox: an opaque origin, no pop-ups, no top navigation, no downloads. */
const SANDBOX = 'allow-scripts allow-forms';
/** The timeout for the page's ready message, which is normally immediate; sized for busy machines. */
const PAGE_MS = 10_000;

export type OpenMessage = Extract<ToFrame, { type: 'open' }>;

/** The options for running a mini-app in a frame. */
export interface FrameConnection extends LoadedProps {
  /** The mini-app's name, which is the accessible name of its frame. */
  name: string;
  pageUrl: string;
  script: Uint8Array;
  open: (services: HostServices) => OpenMessage;
  /** The folder of its own files. */
  filesUrl: string;
  services: HostServices;
  hostState: Observable<unknown> | undefined;
  back: BackHandlers;
  hangMs: number;
}

/**
 * Puts a mini-app into a frame, with a second frame that relays its messages. Messages are deserialized in the receiving
 * process, so a mini-app that sends too much only affects the relay, and not the host.
 */
export function connectFrame(place: HTMLElement, connection: FrameConnection): () => void {
  const { name, pageUrl, script, open, filesUrl, services, hostState, back, hangMs } = connection;
  const { port1: port, port2: relayEnd } = new MessageChannel();
  const { port1: relayedEnd, port2: miniAppEnd } = new MessageChannel();
  const send = (message: ToFrame) => port.postMessage(message);
  const steps = createBackSteps(followsTap);
  let pageTimer: ReturnType<typeof setTimeout> | undefined;

  const fail = (error: Error) => {
    // The frames first, so that nothing they still send is handled.
    disconnect();
    connection.onCrash(error);
  };
  const violated = (reason: string) => fail(new RuntimeError('misbehaved', reason));
  const watch = watchFrame(
    () => send({ type: 'ping' }),
    hangMs,
    () => fail(new Error('The mini-app gives no sign of life.')),
  );
  const stopServing = servePort(port, services, {
    started() {},
    rendered: connection.onRendered,
    failed: fail,
    crashed: fail,
    canGoBack: steps.tell,
    alive() {
      clearTimeout(pageTimer);
      watch.alive();
    },
    violated,
  });
  port.postMessage('the port of the mini-app', [relayedEnd]);

  // Hidden, so it has no accessible name.
  const relay = makeFrame(pageUrl, { title: '', isHidden: true });
  const frame = makeFrame(pageUrl, { title: name, isHidden: false });
  whenLoaded(relay, fail, () => {
    greet(relay, { type: HELLO, script: relayScript(FRAME_BUDGET), filesUrl: '' }, relayEnd);
  });
  whenLoaded(frame, fail, () => {
    pageTimer = setTimeout(
      () => fail(new RuntimeError('load-failed', `${pageUrl} is not there.`)),
      PAGE_MS,
    );
    greet(frame, { type: HELLO, script, filesUrl }, miniAppEnd);
    send(open(services));
    watch.start();
  });
  place.append(relay, frame);

  const ends = [
    stopServing,
    () => clearTimeout(pageTimer),
    watch.stop,
    back.add({
      canGoBack: steps.canGoBack,
      goBack() {
        steps.take();
        send({ type: 'go-back' });
      },
    }),
    hostState?.subscribe(() => send({ type: 'host-state', value: hostState.get() })),
    guardFocus(
      frame,
      () => services.lifecycle.get().phase !== 'hidden',
      () => violated('It took the focus while it was not shown.'),
    ),
    ...[relay, frame].map((each) =>
      guardWindow(each, () => violated('It wrote to the window of the host.')),
    ),
  ];
  let isConnected = true;
  function disconnect(): void {
    if (!isConnected) return;
    isConnected = false;
    for (const end of ends) end?.();
    frame.remove();
    relay.remove();
  }
  return disconnect;
}

function makeFrame(
  src: string,
  { title, isHidden }: { title: string; isHidden: boolean },
): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  Object.assign(frame, { src, title, referrerPolicy: 'no-referrer', allow: '', hidden: isHidden });
  if (!isHidden) Object.assign(frame.style, { border: 0, flex: 1, width: '100%', height: '100%' });
  return frame;
}

/**
 * Sets the sandbox attribute once the page has loaded, before any mini-app runs: if it were set from the start, the service
 * worker could not serve the page, and frames would not work offline. The page's own policy makes its origin opaque.
 */
function whenLoaded(
  frame: HTMLIFrameElement,
  fail: (error: Error) => void,
  onLoaded: () => void,
): void {
  let isLoaded = false;
  frame.addEventListener('load', () => {
    // It has navigated to another page, which has no port.
    if (isLoaded) return fail(new Error('The mini-app left its page.'));
    isLoaded = true;
    // From now on, any page it navigates to has an opaque origin.
    frame.setAttribute('sandbox', SANDBOX);
    if (frame.contentDocument === null) return onLoaded();
    const policy = 'serve it with FRAME_POLICY as its Content-Security-Policy';
    return fail(new RuntimeError('load-failed', `${frame.src} has an origin: ${policy}.`));
  });
}

/** Sends the first message. No target origin can be given for a sandboxed frame, but no mini-app runs in it yet. */
function greet(frame: HTMLIFrameElement, hello: Hello, port: MessagePort): void {
  frame.contentWindow?.postMessage(hello, '*', [port]);
}
