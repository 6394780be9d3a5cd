import { connect } from 'node:tls';

const CONNECT_TIMEOUT_MS = 5000;

/** When the certificate of an https address expires, even if it has expired or is not trusted; rejects if nothing answers. */
export function readCertificateEnd(address: string): Promise<number> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      // SNI must not contain an IP address.
      ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
      // Safe, since no data is sent: only the certificate is read.
      rejectUnauthorized: false,
      timeout: CONNECT_TIMEOUT_MS,
    });
    socket.once('secureConnect', () => {
      const end = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      if (Number.isNaN(end)) reject(new Error(`${address} shows no certificate`));
      else resolve(end);
    });
    socket.once('timeout', () => socket.destroy(new Error(`${address} does not answer`)));
    socket.once('error', reject);
  });
}
