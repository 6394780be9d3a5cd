import { DatabaseSync } from '@photostructure/sqlite';
import { WebSocketServer } from 'ws';

// The minimal implementation of delivering a backlog: select the rows, and `send` each.
const db = new DatabaseSync(process.env['DATABASE'], { readOnly: true });
const missed = db.prepare(
  `SELECT m.id, m.position, m.topic, m.payload FROM topic_subscriptions s JOIN push_messages m ON m.topic = s.topic
    WHERE s.device_id = 1 ORDER BY m.position`,
);
const sockets = new WebSocketServer({
  port: Number(process.env['PORT']),
  host: '127.0.0.1',
  perMessageDeflate: false,
});
sockets.on('connection', (socket) => {
  socket.on('message', () => undefined);
  for (const { id, position, topic, payload } of missed.all() as Record<string, string>[]) {
    const message = { cursor: position, id, from: topic, ...(JSON.parse(payload!) as object) };
    socket.send(JSON.stringify({ type: 'message', ...message }));
  }
});
process.once('SIGTERM', () => {
  // Also keeps the connection from being garbage-collected before its statement, which would crash its package.
  db.close();
  process.exit(0);
});
