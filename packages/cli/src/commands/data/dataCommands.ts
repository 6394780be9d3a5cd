import type { CollectionInfo } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { usageError } from '../../terminal/CliError.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { confirm } from '../../terminal/confirm.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatBytes } from '../../terminal/formatBytes.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';
import { printableJson } from '../../terminal/printable.ts';
import { chooseApp } from '../../project/chooseApp.ts';
import { noPath } from '../../publish/pathProblems.ts';
import { APP, type AppOptions, COLLECTION } from './dataOptions.ts';
import { putDocuments, removeDocument } from './documentCommands.ts';
import { readDocuments, readOwners } from './readDocuments.ts';

const list = defineCommand<AppOptions>({
  name: 'list',
  summary: 'list the collections of a mini-app',
  options: [APP],
  examples: [['miniapp data list', 'with where they are read']],
  async run(context, { options }) {
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    const collections = await client.listCollections(appId);
    const { out } = context;
    const { color } = out;
    if (collections.length === 0) out.line(`${appId} has no collection yet.`);
    else {
      out.table([
        ['NAME', 'ADDRESS', 'DOCUMENTS', 'SIZE', 'READABLE BY', 'CHANGED'].map(color.dim),
        ...collections.map((each) => [
          color.bold(each.name),
          each.path ?? color.red('no path'),
          String(each.documents),
          formatBytes(each.bytes),
          each.private ? 'people signed in' : 'everybody',
          color.dim(formatDate(each.updatedAt)),
        ]),
      ]);
    }
    return { json: { appId, collections } };
  },
});

interface PutOptions extends AppOptions {
  private?: boolean;
  public?: boolean;
  owners?: string;
}

const put = defineCommand<PutOptions>({
  name: 'put',
  summary: 'fill a collection from a JSON file',
  description:
    'What the collection held before is replaced; `put-documents` leaves it. It is public at first; later it stays as it is when nothing is said.',
  arguments: [COLLECTION, ['<file>', 'a JSON array of objects, each with an "id"']],
  options: [
    APP,
    ['--private', 'readable with a session or the mini-app’s own token only'],
    ['--public', 'readable by everybody'],
    ['--owners <file>', 'a JSON object of document ids and the openIds of who alone reads them'],
  ],
  examples: [
    ['miniapp data put items items.json', 'of the mini-app in this folder'],
    ['miniapp data put drafts drafts.json --private', 'for people who are signed in'],
    ['miniapp data put orders orders.json --private --owners owners.json', 'for each their own'],
  ],
  async run(context, { args: [collection = '', file = ''], options }) {
    if (options.private && options.public) {
      throw usageError('It cannot be --private and --public.', 'Leave one of them out.');
    }
    const documents = await readDocuments(context.cwd, file);
    const { owners: ownersFile } = options;
    const owners = ownersFile === undefined ? undefined : await readOwners(context.cwd, ownersFile);
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    const access = options.private ? true : options.public ? false : undefined;
    const info = await client.replaceCollection(appId, collection, {
      documents,
      ...(access !== undefined && { private: access }),
      ...(owners && { owners }),
    });
    return showInfo(context.out, appId, info);
  },
});

const show = defineCommand<AppOptions>({
  name: 'show',
  summary: 'print the documents of a collection as JSON',
  arguments: [COLLECTION],
  options: [APP],
  examples: [['miniapp data show items > items.json', 'to change them and put them back']],
  async run(context, { args: [collection = ''], options }) {
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    const documents = await client.readCollection(appId, collection);
    context.out.line(printableJson(documents));
    return { json: { appId, collection, documents } };
  },
});

const remove = defineCommand<AppOptions & { yes?: boolean }>({
  name: 'remove',
  summary: 'delete a collection with everything in it',
  arguments: [COLLECTION],
  options: [APP, ['-y, --yes', 'do not ask']],
  examples: [['miniapp data remove drafts --yes', 'in a script']],
  async run(context, { args: [collection = ''], options }) {
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    await confirm(context.out, `Delete ${collection} of ${appId}?`, options.yes);
    const info = await client.deleteCollection(appId, collection);
    context.out.done(`${collection} is deleted, with ${info.documents} documents`);
    return { json: { appId, collection: info } };
  },
});

const path = defineCommand<AppOptions>({
  name: 'path',
  summary: 'give the mini-app another path',
  description:
    'The first part of its own addresses, `orders` in `/orders/items`. At first it is the last part of the id, or more of it where others have that: `acme-orders`. Whatever the mini-app calls has to begin with it.',
  arguments: [['<path>', 'lower-case letters, digits and -']],
  options: [APP],
  examples: [['miniapp data path acme-orders', 'then items are read at /acme-orders/items']],
  async run(context, { args: [asked = ''], options }) {
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    const miniProgram = await client.setPath(appId, asked);
    context.out.done(`${appId} is at /${miniProgram.path}/`);
    return { json: { miniProgram } };
  },
});

const upstream = defineCommand<AppOptions>({
  name: 'upstream',
  summary: 'name the back end that the mini-app’s path leads to, or show how it is',
  description:
    'Everything under the path goes there then, with the token that the mini-app has for the person. Without an address it says whether the back end answers.',
  arguments: [['[url]', 'an https address, or none']],
  options: [APP],
  examples: [
    ['miniapp data upstream https://api.acme.example/orders', 'from now on'],
    ['miniapp data upstream none', 'back to the collections'],
    ['miniapp data upstream', 'whether it answers'],
  ],
  async run(context, { args: [url], options }) {
    const { out } = context;
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    if (url === undefined) {
      const status = await client.readUpstream(appId);
      const { lastError } = status;
      out.line(status.url === undefined ? `${appId} answers from its collections` : status.url);
      if (status.url !== undefined) out.line(`  ${status.state}`);
      if (lastError) out.line(`  last error: ${lastError.code} (${formatDate(lastError.at)})`);
      return { json: { upstream: status } };
    }
    const miniProgram = await client.setUpstream(appId, url === 'none' ? null : url);
    out.done(
      miniProgram.upstream === undefined
        ? `${appId} answers from its collections`
        : `/${miniProgram.path ?? '?'}/ leads to ${miniProgram.upstream}`,
    );
    return { json: { miniProgram } };
  },
});

/** `miniapp data …`: the data that a mini-app reads with `api.get`. */
export const dataGroup: CommandGroup = {
  name: 'data',
  summary: 'what the mini-app reads with api.get',
  commands: [list, put, show, remove, putDocuments, removeDocument, path, upstream],
};

function showInfo(out: Output, appId: string, collection: CollectionInfo) {
  const { name, documents, path: at } = collection;
  out.done(`${out.color.bold(name)} of ${appId} holds ${documents} documents`);
  if (at === undefined) {
    const { message, fix } = noPath(appId);
    out.warn(message, fix);
  } else {
    const who = collection.private ? 'people who are signed in' : 'everybody';
    out.line(`  ${out.color.dim(`Read at ${at} by ${who}.`)}`);
  }
  return { json: { appId, collection } };
}
