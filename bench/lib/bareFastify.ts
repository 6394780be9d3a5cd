import Fastify from 'fastify';

// The baseline: the framework and nothing else. It has the paths that hosts and senders request, so that the load is the
// same.
const body = JSON.stringify({ text: ''.padEnd(Number(process.env['BYTES']) - 11, 'x') });
const app = Fastify();
/** The response to a send to one token. */
const taken =
  '{"multicast_id":1,"success":1,"failure":0,"canonical_ids":0,"results":[{"message_id":"0:1%0000000000000001"}]}';
app.get('/v1/mini-programs/:appId/resolve', (_, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
});
app.post('/fcm/send', (_, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(taken);
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
