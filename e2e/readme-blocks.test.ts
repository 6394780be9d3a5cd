import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createApiClient } from '@host/api-client';
import { registerDevice } from '@host/server/testing/process/journeys';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { documentedBlock } from '../scripts/build/documentedBlock.ts';
import { shellCommands } from '../scripts/build/shellCommands.mjs';
import { freePort } from '../scripts/build/freePort.mjs';
import { PACKED_FOLDER, packPackages } from '../scripts/pack/packPackages.mjs';
import { npmOfStranger } from '../scripts/services/npmOfStranger.ts';
import { answerOnTerminal } from './docs/answerOnTerminal.ts';
import { INSTALLS, readBlocks } from './docs/coveredBlocks.ts';
import { copyPublished } from './host/startPlatform.ts';
import { type Started, Terminal, stop, untilSaid } from './docs/Terminal.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PATIENCE_MS = 15 * 60_000;

// Each block needs the one before, as for who pastes them.
describe('what README.md and the guides have to paste', () => {
  let folder: string;
  let address: string;
  let platform: Started;
  let terminal: Terminal;
  let env: NodeJS.ProcessEnv;
  let buildFolder: string;

  beforeAll(async () => {
    await packPackages();
    folder = await mkdtemp(join(tmpdir(), 'readme-blocks-'));
    // What the command publishes where there is nothing yet takes a minute, and `start.test.ts` shows it.
    await copyPublished(join(folder, '.data'));
    // Inside the package, so that the built server finds what is installed.
    buildFolder = await mkdtemp(join(ROOT, 'server/node_modules/.e2e-'));
    env = {
      ...(await npmOfStranger(folder, join(inject('sharedFolder'), 'npm-answers'))),
      XDG_CONFIG_HOME: join(folder, 'config'),
      npm_config_omit_lockfile_registry_resolved: 'false',
    };
    terminal = new Terminal(folder, env);
  }, PATIENCE_MS);
  afterAll(async () => {
    if (platform) await stop(platform);
    for (const path of [folder, buildFolder]) await rm(path, { recursive: true, force: true });
  });
  const here = (block: string) => block.replaceAll('http://localhost:8080', address);

  it(
    'starts the platform',
    async () => {
      const port = await freePort();
      address = `http://localhost:${port}`;
      const ofPlatform = new Terminal(ROOT, {
        PORT: String(port),
        DATA_DIR: join(folder, '.data'),
        BUILD_FOLDER: buildFolder,
        PACKAGES_DIR: PACKED_FOLDER,
        TOOLS: 'built',
      });
      platform = ofPlatform.start(await documentedBlock('README.md', 'sh', 'pnpm@12.18.0 start'));
      await untilSaid(platform, 'Stop with Ctrl-C');
      expect(platform.said()).toContain(`${address}/npm/`);
    },
    PATIENCE_MS,
  );

  it('asks the server what is published, and sends a push', async () => {
    const asked = await documentedBlock('README.md', 'sh', '/v1/admin/mini-programs');
    expect(await terminal.run(here(asked))).toContain('"com.example.orders"');
    const sent = await documentedBlock('README.md', 'sh', '/fcm/send');
    expect(await terminal.run(here(sent))).toContain('"message_id"');
  });

  it('remembers where the platform is', async () => {
    const block = await documentedBlock('README.md', 'sh', 'export HOST_PLATFORM');
    const said = await terminal.run(`${block}printenv HOST_PLATFORM`);
    expect(said.trim()).toBe(terminal.cwd);
    terminal.env['HOST_PLATFORM'] = said.trim();
  });

  it(
    'makes a mini-app and runs it',
    async () => {
      const block = here(await documentedBlock('README.md', 'sh', 'npm create @host/miniapp'));
      expect(block).toMatch(/\nnpm start\n$/);
      const port = await freePort();
      const run = terminal.start(
        block.replace(/\nnpm start\n$/, `\nnpm start -- --port ${port}\n`),
      );
      await untilSaid(run, 'web built in');
      const page = await fetch(`http://localhost:${port}/`);
      expect(page.status).toBe(200);
      const { manifest } = (await (
        await fetch(`http://localhost:${port}/project.json`)
      ).json()) as {
        manifest: object;
      };
      expect(manifest).toMatchObject({ appId: 'com.acme.tickets', name: 'Tickets' });
      await stop(run);
    },
    PATIENCE_MS,
  );

  /** What operators get to see of the mini-app. */
  async function versions(): Promise<string> {
    const token = (await readFile(join(folder, '.data/admin-token'), 'utf8')).trim();
    const answer = await fetch(`${address}/v1/admin/mini-programs/com.acme.tickets/versions`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.text();
  }

  it(
    'checks and publishes it',
    async () => {
      terminal.cwd = join(folder, 'tickets');
      const block = await documentedBlock('README.md', 'sh', 'publish --release 100% --fixtures');
      expect(await terminal.run(here(block))).toContain('can be published');
      expect(await versions()).toContain('"version":"0.1.0"');
    },
    PATIENCE_MS,
  );

  it(
    'tests the next version, and gives it to a tenth, then to all',
    async () => {
      await terminal.run('npx miniapp version patch');
      const tests = await documentedBlock('docs/mini-app.md', 'sh', 'npm test');
      expect(await terminal.run(tests)).toMatch(/3 passed[^]*can be published/);
      const release = await documentedBlock('docs/mini-app.md', 'sh', 'publish --release 10%');
      await terminal.run(release.replace('0.1.0', '0.1.1'));
      expect(await versions()).toContain('"version":"0.1.1"');
    },
    PATIENCE_MS,
  );

  it(
    'publishes from a CI with a token for this mini-app alone, step by step as the workflow says',
    async () => {
      await terminal.run('npx miniapp version patch');
      const issue = await documentedBlock('docs/packages.md', 'sh', 'tokens issue');
      const [token] = /hat_[\w-]+/.exec(await terminal.run(issue)) ?? [];
      const workflow = await documentedBlock('docs/packages.md', 'yaml', 'npx miniapp publish');
      const steps = [...workflow.matchAll(/- run: (.+)$/gm)].map(([, step]) => `${step}\n`);
      expect(workflow).toContain('MINIAPP_TOKEN: ${{ secrets.MINIAPP_TOKEN }}');
      // Its runner has the project and the two variables, and nobody signed in on it.
      const { HOST_PLATFORM: _, ...ofRunner } = terminal.env;
      const runner = new Terminal(terminal.cwd, {
        ...ofRunner,
        XDG_CONFIG_HOME: join(folder, 'config-of-ci'),
        MINIAPP_SERVER: address,
        MINIAPP_TOKEN: token,
      });
      // `npm ci` wants the packages of every platform in the lock file, also those that a mirror of npm does not have.
      expect(steps[0]).toBe('npm ci\n');
      for (const step of steps.slice(1)) await runner.run(step);
      expect(steps).toHaveLength(3);
      expect(await versions()).toContain('"version":"0.1.2"');
    },
    PATIENCE_MS,
  );

  it(
    'submits a version, rejects it, and has reviews of all but one publisher',
    async () => {
      await terminal.run(
        'npx miniapp version patch && npx miniapp publishers create acme --name Acme',
      );
      const block = await documentedBlock('docs/console.md', 'sh', 'miniapp publish --submit');
      const said = await terminal.run(
        block
          .replaceAll(/^miniapp/gm, 'npx miniapp')
          .replace('com.acme.orders@1.4.0', 'com.acme.tickets@0.1.3'),
      );
      expect(said).toContain('rejected');
    },
    PATIENCE_MS,
  );

  it('sends pushes with the command', async () => {
    const serverKey = (await readFile(join(folder, '.data/server-key'), 'utf8')).trim();
    const { token: device } = await registerDevice({ url: address });
    const push = await documentedBlock('docs/push.md', 'sh', 'miniapp push --topic');
    const said = await terminal.run(
      push
        .replaceAll(/^miniapp/gm, 'npx miniapp')
        .replace('MINIAPP_SERVER_KEY=…', `MINIAPP_SERVER_KEY=${serverKey}`)
        .replace('hgt_…', device),
    );
    expect(said).toContain('sent');
    const guide = await documentedBlock('docs/send-pushes.md', 'sh', 'npx miniapp push');
    await terminal.run(`export MINIAPP_SERVER_KEY=${serverKey}\n${guide}`);
  });

  /** What the tests below look at and change: a device, and what was sent to it. */
  async function sendToDevice() {
    const secret = async (name: string) =>
      (await readFile(join(folder, '.data', name), 'utf8')).trim();
    const client = createApiClient({ baseUrl: address, token: await secret('admin-token') });
    const { token: to } = await registerDevice({ url: address });
    const notification = { title: 'Tea' };
    const send = async (more: object = {}) =>
      client.sendPush({ to, notification, ...more }, await secret('server-key'));
    const sent = await send();
    expect(JSON.stringify(sent)).toContain('message_id');
    const [message] = (await client.findMessages({ limit: 1 })).items;
    const [device] = (await client.findDevices({ token: to })).items;
    return { client, notification, send, message: message!, device: device! };
  }
  const asTyped = (block: string) => block.replaceAll(/^miniapp/gm, 'npx miniapp');

  it(
    'looks at what happens and replaces secrets with the command, of things that are there',
    async () => {
      const { client, message, device } = await sendToDevice();
      const looks = await documentedBlock('docs/console.md', 'sh', 'miniapp crashes list');
      const said = await terminal.run(
        asTyped(looks)
          .replaceAll('com.acme.orders', 'com.acme.tickets')
          .replace('trace 4711 815', `trace ${message.id} ${device.id}`)
          .replace('choice 815', `choice ${device.id} --platform ios`),
      );
      expect(said).toContain('"target": "com.acme.tickets@0.1.0"');

      const issued = { name: 'Of a CI', expiresInSeconds: 86_400 };
      const token = await client.issueToken({ ...issued, role: 'viewer' });
      const key = await client.issueServerKey({ name: 'Of a back end', scopes: ['send'] });
      const rotates = await documentedBlock('docs/secrets.md', 'sh', 'miniapp server-keys rotate');
      const secrets = await terminal.run(
        asTyped(rotates)
          .replace(/(tokens rotate) \w+/, `$1 ${token.id}`)
          .replace(/(server-keys rotate) \w+/, `$1 ${key.id}`),
      );
      expect(secrets).toMatch(/hat_\w+/);
      expect(secrets).not.toContain(token.token);
    },
    PATIENCE_MS,
  );

  it(
    'changes with the command what is there',
    async () => {
      const { client, notification, send, device } = await sendToDevice();
      await send({ send_at: new Date(Date.now() + 3_600_000).toISOString() });
      const [scheduled] = (await client.findMessages({ state: 'scheduled', limit: 1 })).items;
      await writeFile(join(terminal.cwd, 'sale.json'), JSON.stringify({ notification }));
      await writeFile(join(terminal.cwd, 'tea.json'), '{"id":"tea","title":"Tea"}');
      const changes = await documentedBlock('docs/console.md', 'sh', 'miniapp messages cancel');
      const said = await terminal.run(
        asTyped(changes)
          .replace('cancel 4711', `cancel ${scheduled!.id}`)
          .replace('unregister 815', `unregister ${device.id}`),
      );
      expect(said).toContain('1 added, 0 changed');
      expect((await client.getMessage(scheduled!.id)).state).toBe('cancelled');
      await expect(client.getDevice(device.id)).rejects.toThrow(/device/);
    },
    PATIENCE_MS,
  );

  it('makes a link for somebody who forgot the password, with the command and by hand', async () => {
    const account = { email: 'ann@example.com', password: 'correct horse battery', name: 'Ann' };
    const made = await fetch(`${address}/v1/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    expect(made.status).toBe(201);
    const block = await documentedBlock('docs/people.md', 'sh', 'people reset-link');
    const said = await terminal.run(here(block).replace('.data/', '$HOST_PLATFORM/.data/'));
    expect(said.match(/#hal_/g)).toHaveLength(2);
  });

  it('starts projects as the READMEs of the commands say', async () => {
    const blocks = [
      await documentedBlock(
        'packages/create-host/README.md',
        'sh',
        'my-app --@host:registry=http://localhost:8080/npm/\n',
      ),
      await documentedBlock('packages/create-host/README.md', 'sh', '--id com.acme.shop'),
      await documentedBlock('packages/create-miniapp/README.md', 'sh', '--template tabs'),
    ];
    for (const [index, block] of blocks.entries()) {
      const empty = join(folder, `started-${index}`);
      await mkdir(empty);
      await new Terminal(empty, env).run(here(block));
      const [name] = await readdir(empty);
      expect(await readdir(join(empty, name!))).toContain('package.json');
    }
  });

  it(
    'asks for what it is not told, as the READMEs of the commands say',
    async () => {
      const asks = [
        ['Its id', 'com.acme.my-mini-app'],
        ['Its name', 'Mine'],
        ['What does it start from?', ''],
      ] as const;
      const created = await documentedBlock(
        'packages/create-miniapp/README.md',
        'sh',
        'tickets --@host:registry=http://localhost:8080/npm/\n',
      );
      const empty = join(folder, 'asked');
      await mkdir(empty);
      await answerOnTerminal(new Terminal(empty, env), here(created), asks);
      const manifest = await readFile(join(empty, 'tickets/manifest.json'), 'utf8');
      expect(JSON.parse(manifest)).toMatchObject({ appId: 'com.acme.my-mini-app', name: 'Mine' });

      const used = await documentedBlock('packages/cli/README.md', 'sh', 'npx @host/cli create ');
      const lines = shellCommands(used).map((words) => words.join(' '));
      const [create = '', cd = '', install = '', start = '', check = '', login = '', ...later] =
        lines;
      await writeFile(join(empty, '.npmrc'), `@host:registry=${address}/npm/\n`);
      await answerOnTerminal(new Terminal(empty, env), `npx ${create}`, asks);
      // The same project as above from here on, where README.md has what this leaves out: it is run there.
      const readme = await Promise.all([
        documentedBlock('README.md', 'sh', 'npm create @host/miniapp'),
        documentedBlock('README.md', 'sh', 'publish --release 100% --fixtures'),
      ]);
      const run = shellCommands(readme.join('')).map((words) => words.join(' '));
      expect(run).toEqual(expect.arrayContaining([install, start, check, later.at(-1)]));
      const project = new Terminal(empty, {
        ...env,
        XDG_CONFIG_HOME: join(folder, 'config-asked'),
      });
      expect(await project.run(`${cd}\npwd`)).toContain(join(empty, 'my-mini-app'));
      const token = (await readFile(join(folder, '.data/admin-token'), 'utf8')).trim();
      const inTickets = new Terminal(join(folder, 'tickets'), project.env);
      const said = await answerOnTerminal(inTickets, `npx ${login}`, [
        ['The server’s address', address],
        ['The token', token],
      ]);
      expect(said).toContain(`Logged in to ${address}`);
      expect(later.slice(0, -1)).toEqual(['miniapp version patch']);
      const ofProject = new Terminal(join(empty, 'my-mini-app'), env);
      await ofProject.run(`${join(folder, 'tickets/node_modules/.bin')}/${later[0]}`);
      expect(await readFile(join(empty, 'my-mini-app/manifest.json'), 'utf8')).toContain('0.1.1');
    },
    PATIENCE_MS,
  );

  it('starts a host with npx, as a sentence says, where npm knows the registry', async () => {
    const page = await readFile(join(ROOT, 'packages/create-host/README.md'), 'utf8');
    const [, command = ''] = /`(npx @host\/create-host [^`]*)`/.exec(page) ?? [];
    const empty = join(folder, 'started-by-npx');
    await mkdir(empty);
    await writeFile(join(empty, '.npmrc'), `@host:registry=${address}/npm/\n`);
    await new Terminal(empty, env).run(command);
    const made = await readFile(join(empty, 'my-app/package.json'), 'utf8');
    expect(JSON.parse(made)).toMatchObject({ scripts: { native: 'host-native' } });
    // It opens the mini-apps of the server that it is from, and finds its packages there.
    expect(await readFile(join(empty, 'my-app/src/config.ts'), 'utf8')).toContain(address);
    expect(await readFile(join(empty, 'my-app/.npmrc'), 'utf8')).toContain(`${address}/npm/`);
  });

  it(
    'installs every package as its README says, from this server',
    async () => {
      const project = join(folder, 'installs');
      await mkdir(project);
      // As the projects have it that they are for.
      const dependencies = { react: '19.2.3', 'react-native': '0.86.3' };
      await writeFile(
        join(project, 'package.json'),
        JSON.stringify({ private: true, dependencies }),
      );
      // Their names and versions, without their files.
      const installing = new Terminal(project, { ...env, npm_config_package_lock_only: 'true' });
      const told = await documentedBlock('docs/packages.md', 'sh', 'npm config set @host:registry');
      const ofProject = { npm_config_userconfig: join(project, '.npmrc') };
      await new Terminal(project, { ...env, ...ofProject }).run(
        told.replace('https://host.example', address),
      );
      const installs = (await readBlocks()).filter(({ text }) => INSTALLS.test(text));
      expect(installs.length).toBeGreaterThan(8);
      for (const { text } of installs) await installing.run(text);
      const lock = await readFile(join(project, 'package-lock.json'), 'utf8');
      for (const { text } of installs) {
        expect(lock).toContain(`"node_modules/${/@host\/[\w-]+/.exec(text)![0]}"`);
      }
    },
    PATIENCE_MS,
  );
});
