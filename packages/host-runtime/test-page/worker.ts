import { type AnswerableEvent, createDigestFiles, frameResponse } from '@host/host-runtime/worker';

/** A service worker that only uses what the runtime offers, and caches the host's own page. */
interface Scope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: AnswerableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

interface FetchEvent extends AnswerableEvent {
  respondWith(response: Response | Promise<Response>): void;
}

const SHELL = ['/app', '/host.js', '/frame.js'];
const worker = globalThis as unknown as Scope;
const files = createDigestFiles();

worker.addEventListener('install', (event) => event.waitUntil(fillShell()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (files.takes(request)) event.respondWith(files.answer(event));
  else if (pathname === '/frame.html') event.respondWith(frameResponse());
  else if (SHELL.includes(pathname)) event.respondWith(fromShell(request));
});

async function fillShell(): Promise<void> {
  await (await caches.open('shell')).addAll(SHELL);
  await worker.skipWaiting();
}

async function fromShell(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}
