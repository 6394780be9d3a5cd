import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { freePort } from '../../scripts/build/freePort.mjs';
import { find } from './peers.ts';
import { type RunningProcess, startProcess } from './startProcess.ts';

/** Starts an nginx with one worker that serves the files of a folder, configured as for immutable files. */
export async function startNginx(folder: string): Promise<RunningProcess> {
  const port = await freePort();
  const root = join(folder, 'files');
  await mkdir(join(folder, 'temporary'), { recursive: true });
  await writeFile(join(root, 'ready'), 'ready');
  await writeFile(join(folder, 'nginx.conf'), configuration(port, folder, root));
  return startProcess({
    command: (await find('nginx'))!,
    args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    port,
    probe: '/ready',
  });
}

function configuration(port: number, folder: string, root: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temporary', name)};`,
  );
  return `
daemon off;
user root;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
  ${temporary.join('\n  ')}
  access_log off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  gzip_static on;
  keepalive_requests 1000000000;
  open_file_cache max=1000;
  open_file_cache_valid 10m;
  types { text/javascript js; application/json json; }
  charset utf-8;
  charset_types text/javascript;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    add_header Cache-Control "public, max-age=31536000, immutable";
    add_header Access-Control-Allow-Origin "*";
    add_header Cross-Origin-Resource-Policy cross-origin;
    add_header Content-Security-Policy "default-src 'none'; sandbox";
    add_header X-Content-Type-Options nosniff;
  }
}
`;
}
