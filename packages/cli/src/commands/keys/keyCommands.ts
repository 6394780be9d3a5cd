import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';

import { chooseKey, keyFile } from '../../account/chooseKey.ts';
import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import { CliError } from '../../terminal/CliError.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { confirm } from '../../terminal/confirm.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { createKeyPair } from '../../keys/createKeyPair.ts';
import { saveKey } from '../../keys/saveKey.ts';
import { chooseApp } from '../../project/chooseApp.ts';

const APP = ['--app <appId>', 'the mini-app; by default the one in this folder'] as const;

const create = defineCommand<{ app?: string; out?: string }>({
  name: 'create',
  summary: 'make a key to sign a mini-app with',
  description:
    'An Ed25519 key in your config folder, readable by you alone, that `pack` and `publish` then use by themselves. Nobody but you has it: keep a copy.',
  options: [APP, ['-o, --out <file>', 'where to keep it instead']],
  examples: [
    ['miniapp keys create', 'for the mini-app in this folder'],
    ['miniapp keys create --app com.acme.orders --out ci.pem', 'to give to CI as MINIAPP_KEY'],
  ],
  async run(context, { options }) {
    const { env, cwd, out } = context;
    const { appId } = await chooseApp(context, options.app);
    const file = options.out === undefined ? keyFile(env, appId) : resolve(cwd, options.out);
    const key = createKeyPair();
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await saveKey(file, key.privateKey);
    out.done(`The key ${out.color.bold(key.keyId)} of ${appId} is in ${file}`);
    out.line(
      `  ${out.color.dim('Have it registered: `miniapp keys register`. From then on every version has to be signed.')}`,
    );
    return { json: { appId, keyId: key.keyId, publicKey: key.publicKey, file } };
  },
});

const register = defineCommand<{ app?: string; key?: string; name?: string }>({
  name: 'register',
  summary: 'tell the server to accept a key, and nothing unsigned any more',
  description: 'Needs the scope admin. Several keys can overlap while one replaces another.',
  options: [
    APP,
    ['--key <file>', 'the key; by default the one that `miniapp keys create` made'],
    ['--name <name>', 'whose it is; this machine’s name by default'],
  ],
  examples: [
    ['miniapp keys register', 'the key of the mini-app in this folder'],
    ['miniapp keys register --app com.acme.orders --key ci.pem --name CI', 'another one'],
  ],
  async run(context, { options }) {
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    const key = await chooseKey(context, appId, options.key);
    if (!key) {
      throw new CliError(
        `There is no key of ${appId} here.`,
        'Make one with `miniapp keys create`.',
        {
          code: 'key-file',
        },
      );
    }
    const registered = await client.registerKey({
      appId,
      name: options.name ?? hostname(),
      publicKey: key.publicKey,
    });
    context.out.done(`${appId} accepts the key ${context.out.color.bold(registered.id)}`);
    return { json: { key: registered } };
  },
});

const list = defineCommand<{ app?: string }>({
  name: 'list',
  summary: 'list the keys that the server knows',
  options: [['--app <appId>', 'of this mini-app; of all by default']],
  examples: [['miniapp keys list --app com.acme.orders', 'the revoked ones, too']],
  async run(context, { options }) {
    const { client } = await connect(context.env);
    const { out } = context;
    const app = options.app === undefined ? {} : await chooseApp(context, options.app);
    const keys = await readPages((page) => client.listKeys({ ...page, ...app }));
    if (keys.length === 0) out.line('No key is registered yet.');
    else {
      out.table([
        ['ID', 'MINI-APP', 'NAME', 'STATE'].map(out.color.dim),
        ...keys.map(({ id, appId, name, createdAt, revokedAt }) => [
          out.color.bold(id),
          appId,
          name,
          revokedAt === undefined
            ? `since ${formatDate(createdAt)}`
            : out.color.red(`revoked ${formatDate(revokedAt)}`),
        ]),
      ]);
    }
    return { json: { keys } };
  },
});

const revoke = defineCommand<{ app?: string; yes?: boolean }>({
  name: 'revoke',
  summary: 'accept nothing that a key signs from now on',
  description:
    'For good. Versions that are registered stay as they are: withdraw those you do not trust.',
  arguments: [['<id>', 'the id that `miniapp keys list` shows']],
  options: [APP, ['-y, --yes', 'do not ask']],
  examples: [['miniapp keys revoke 3f9a1c5e7b2d4860 --app com.acme.orders', 'asks first']],
  async run(context, { args: [id], options }) {
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    await confirm(context.out, `Revoke the key ${id} of ${appId} for good?`, options.yes);
    const key = await client.revokeKey(appId, id!);
    context.out.done(`${appId} does not accept the key ${context.out.color.bold(key.id)} any more`);
    return { json: { key } };
  },
});

export const keysGroup: CommandGroup = {
  name: 'keys',
  summary: 'make, register, list and revoke the keys that sign archives',
  commands: [create, register, list, revoke],
};
