import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { documentedBlock } from '../../../scripts/build/documentedBlock.ts';
import { readConfig } from './readConfig.ts';

/** What a shell makes of the variables of a block, and the server of those. */
async function read(block: string) {
  const show = 'process.stdout.write(JSON.stringify(process.env))';
  const script = `set -a\n${block}\nset +a\nexec '${process.execPath}' -e '${show}'`;
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], { env: {} });
  return readConfig(JSON.parse(stdout) as Record<string, string>);
}

describe('the variables in the documents are read as they are meant', () => {
  it('for signing in to the console with a provider', async () => {
    const block = await documentedBlock('docs/console.md', 'sh', 'CONSOLE_OIDC_ISSUER=');
    expect((await read(block)).consoleOidc).toEqual({
      issuer: 'https://login.example',
      clientId: 'console',
      clientSecret: '…',
      scope: 'openid profile groups',
      groupsClaim: 'groups',
      rules: [
        { role: 'admin', group: 'Platform Ops' },
        { role: 'publisher', publisher: 'acme', group: 'acme team' },
        { role: 'releaser', apps: ['com.acme.orders', 'com.acme.promos'], group: 'orders' },
      ],
    });
  });

  it('for mails', async () => {
    const block = await documentedBlock('docs/people.md', 'sh', 'SMTP_URL=');
    expect((await read(block)).mail).toEqual({
      server: {
        host: 'mail.example',
        port: 587,
        secure: false,
        requireTLS: true,
        auth: { user: 'host', pass: 'p@ssword' },
      },
      from: 'Host <no-reply@host.example>',
    });
  });

  it('and are refused when one is misspelt', async () => {
    const block = await documentedBlock('docs/console.md', 'sh', 'CONSOLE_OIDC_ISSUER=');
    const wrong = block.replace('CONSOLE_OIDC_ROLES="admin=', 'CONSOLE_OIDC_ROLES="admn=');
    await expect(read(wrong)).rejects.toThrow(/CONSOLE_OIDC_ROLES/);
  });
});
