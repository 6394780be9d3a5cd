import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compileC } from '../lib/compileC.ts';
import { freePort } from '../../scripts/build/freePort.mjs';
import { temporaryFolder } from '../lib/leaveNothing.ts';
import { find } from '../lib/peers.ts';
import { seedGateway } from '../lib/seedGateway.ts';
import { SERVER_KEY, startPlatform } from '../lib/startPlatform.ts';
import { startProcess } from '../lib/startProcess.ts';
import type { Contender, Pace } from './Contender.types.ts';
import { mqttWords, natsWords, ourWords, redisWords, webSocketWords } from './words.ts';

const WS_SERVER = fileURLToPath(new URL('wsServer.ts', import.meta.url));
const MAX_CONNECTIONS = 19_000;
/** One per message in flight, since HTTP/1.1 answers one request before the next. */
const HTTP_PUBLISHERS = 32;

/** Our server as it is deployed, with registered and subscribed devices. */
export async function startOurs(
  main: string,
  connections: number,
  acknowledges: Pace,
  how: Pick<Parameters<typeof startPlatform>[0], 'env' | 'nodeOptions' | 'openFiles'> = {},
): Promise<Contender> {
  const topics = { news: connections };
  const { dataDir, keys } = await seedGateway(main, { devices: connections, topics });
  const server = await startPlatform({ main, dataDir, ...how });
  return {
    server,
    port: Number(new URL(server.origin).port),
    publishers: HTTP_PUBLISHERS,
    words: ourWords(keys, SERVER_KEY),
    acknowledges,
  };
}

/** A C program that only writes to sockets: the lower bound of the cost. */
export async function startFloor(connections: number): Promise<Contender> {
  const port = await freePort();
  const command = await compileC('fan-out/floor.c');
  return {
    server: await startProcess({ command, args: [String(port)], port, probe: '/ready' }),
    port,
    publishers: HTTP_PUBLISHERS,
    words: webSocketWords(connections, { subscribe: '/news', publish: '/news' }),
  };
}

export async function startWs(connections: number): Promise<Contender> {
  const port = await freePort();
  const server = await startProcess({
    command: process.execPath,
    args: ['--import', import.meta.resolve('tsx'), WS_SERVER],
    env: { NODE_ENV: 'production', PORT: String(port) },
    port,
  });
  const words = webSocketWords(connections, { subscribe: '/news', publish: '/news' });
  return { server, port, publishers: HTTP_PUBLISHERS, words };
}

/** nchan, the module of nginx for publishing, with one worker. */
export async function startNchan(connections: number): Promise<Contender> {
  const [port, folder] = [await freePort(), await temporaryFolder()];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `load_module ${(await find('ngx_nchan_module.so'))!};
daemon off;
user root;
worker_processes 1;
worker_rlimit_nofile ${MAX_CONNECTIONS};
pid ${join(folder, 'nginx.pid')};
events { worker_connections ${MAX_CONNECTIONS}; }
http {
  ${temporary.join('\n  ')}
  access_log off;
  keepalive_requests 1000000000;
  nchan_shared_memory_size 256M;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /ready { return 204; }
    location = /subscribe { nchan_subscriber websocket; nchan_channel_id news; nchan_subscriber_first_message newest; }
    location = /publish { nchan_publisher http; nchan_channel_id news; nchan_message_buffer_length 64; nchan_message_timeout 30s; }
  }
}
`,
  );
  const server = await startProcess({
    command: (await find('nginx'))!,
    args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    port,
    probe: '/ready',
  });
  const words = webSocketWords(connections, { subscribe: '/subscribe', publish: '/publish' });
  return { server, port, publishers: HTTP_PUBLISHERS, words };
}

/** NATS: devices by WebSocket, the publisher by TCP. */
export async function startNats(connections: number): Promise<Contender> {
  const [port, publishPort] = [await freePort(), await freePort()];
  const server = await startConfigured(
    'nats-server',
    publishPort,
    `listen: "127.0.0.1:${publishPort}"
max_connections: ${MAX_CONNECTIONS}
ping_interval: "1h"
websocket { listen: "127.0.0.1:${port}", no_tls: true, compression: false }
`,
    (file) => ['-c', file],
  );
  return { server, port, publishPort, publishers: 1, words: natsWords(connections) };
}

export async function startMosquitto(connections: number): Promise<Contender> {
  const port = await freePort();
  const server = await startConfigured(
    'mosquitto',
    port,
    `listener ${port} 127.0.0.1
allow_anonymous true
persistence false
max_queued_messages 100000
log_type error
`,
    (file) => ['-c', file],
  );
  return { server, port, publishers: 1, words: mqttWords(connections) };
}

export async function startRedis(connections: number): Promise<Contender> {
  const port = await freePort();
  const server = await startConfigured(
    'redis-server',
    port,
    `port ${port}
bind 127.0.0.1
protected-mode no
save ""
appendonly no
maxclients ${MAX_CONNECTIONS}
client-output-buffer-limit pubsub 0 0 0
tcp-backlog 4096
`,
    (file) => [file],
  );
  return { server, port, publishers: 1, words: redisWords(connections) };
}

async function startConfigured(
  program: string,
  port: number,
  configuration: string,
  args: (file: string) => string[],
) {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'configuration');
  await writeFile(file, configuration);
  return startProcess({ command: (await find(program))!, args: args(file), port });
}
