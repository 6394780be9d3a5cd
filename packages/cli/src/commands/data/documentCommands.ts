import { OpenId } from '@host/contracts';
import * as z from 'zod/mini';

import { connect } from '../../account/connect.ts';
import { chooseApp } from '../../project/chooseApp.ts';
import { usageError } from '../../terminal/CliError.ts';
import { confirm } from '../../terminal/confirm.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { APP, type AppOptions, COLLECTION } from './dataOptions.ts';
import { readSomeDocuments } from './readDocuments.ts';

interface PutOptions extends AppOptions {
  seen?: string;
  owner?: string;
}

export const putDocuments = defineCommand<PutOptions>({
  name: 'put-documents',
  summary: 'put single documents into a collection, and leave the others',
  description:
    'Each takes the place of the one with its id, as a whole, or is added at the end. All are stored, or none.',
  arguments: [COLLECTION, ['<file>', 'a JSON object with an "id", or an array of such']],
  options: [
    APP,
    [
      '--seen <file>',
      'the documents as you read them: what somebody else changed since is not replaced',
    ],
    ['--owner <openId>', 'who alone reads the one document of the file; none for everybody'],
  ],
  examples: [
    ['miniapp data put-documents items tea.json', 'one document, or a few'],
    ['miniapp data put-documents items after.json --seen before.json', 'nothing of others is lost'],
  ],
  async run(context, { args: [collection = '', file = ''], options }) {
    const { cwd, env, out } = context;
    const { seen: seenFile, owner } = options;
    const documents = await readSomeDocuments(cwd, file);
    const seen = seenFile === undefined ? undefined : await readSomeDocuments(cwd, seenFile);
    checkOwner(owner, documents.length, seen !== undefined);
    const { client } = await connect(env);
    const { appId } = await chooseApp(context, options.app);
    const [document] = documents;
    if (owner !== undefined && document) {
      await client.putDocument(appId, collection, document, { owner });
      out.done(`${out.color.bold(document.id)} of ${collection} is stored`);
      return { json: { appId, collection, id: document.id, owner } };
    }
    const put = await client.putDocuments(appId, collection, { documents, ...(seen && { seen }) });
    out.done(
      `${out.color.bold(collection)} of ${appId}: ${put.added.length} added, ${put.changed.length} changed, ${put.unchanged} as they were`,
    );
    return { json: { appId, collection, ...put } };
  },
});

export const removeDocument = defineCommand<AppOptions & { yes?: boolean }>({
  name: 'remove-document',
  summary: 'delete one document of a collection',
  arguments: [COLLECTION, ['<id>', 'the id of the document']],
  options: [APP, ['-y, --yes', 'do not ask']],
  examples: [['miniapp data remove-document items tea --yes', 'in a script']],
  async run(context, { args: [collection = '', id = ''], options }) {
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    await confirm(context.out, `Delete ${id} of ${collection} of ${appId}?`, options.yes);
    const info = await client.deleteDocument(appId, collection, id);
    context.out.done(`${id} is deleted; ${collection} holds ${info.documents} documents`);
    return { json: { appId, id, collection: info } };
  },
});

function checkOwner(owner: string | undefined, documents: number, isCompared: boolean): void {
  if (owner === undefined) return;
  if (owner !== 'none' && !z.safeParse(OpenId, owner).success) {
    throw usageError(
      `"${owner}" is no openId.`,
      'An openId is 43 letters, digits, - and _, as the mini-app reads it; none for everybody.',
    );
  }
  if (documents === 1 && !isCompared) return;
  throw usageError(
    '--owner is for a file with one document, without --seen.',
    'Give them one by one, or the whole collection with `miniapp data put --owners`.',
  );
}
