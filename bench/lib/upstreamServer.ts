import { startHttp2Server } from '@host/server/testing/push-services/startHttp2Server';

// Immediately answers every request with the success response of Apple or Google.
const sent = JSON.stringify({ name: 'projects/p/messages/0:1500415314455276%31bd1c9631bd1c96' });
const granted = JSON.stringify({ access_token: `ya29.${'a'.repeat(200)}`, expires_in: 3600 });
const server = await startHttp2Server(
  ({ headers }) => {
    const path = headers[':path']!;
    if (path.startsWith('/3/device/')) {
      return { status: 200, headers: { 'apns-id': crypto.randomUUID() } };
    }
    const body = path === '/token' ? granted : sent;
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  },
  { maxConcurrentStreams: 1000 },
);
process.on('disconnect', () => process.exit(0));
process.send!({ origin: server.origin, ca: server.ca });
