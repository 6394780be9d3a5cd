import { answerPushes } from '@host/push/web/worker';

answerPushes(globalThis);
addEventListener('install', () => globalThis.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(globalThis.clients.claim()));
