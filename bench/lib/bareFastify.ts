import Fastify from 'fastify';

// What is compared with: the framework and nothing else. The path is the one that hosts ask, so that the load is the same.
const body = JSON.stringify({ text: ''.padEnd(Number(process.env['BYTES']) - 11, 'x') });
const app = Fastify();
app.get('/v1/mini-programs/:appId/resolve', (_, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
