import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import { AppId, IconFile, LIMITS, UploadReceipt, Version, appOfIcon } from '@host/contracts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiError } from '../../../errors/ApiError.ts';
import type { TypedApp } from '../../../http/TypedApp.types.ts';
import type { AdminActions } from '../../../operations/actions/AdminActions.ts';
import type { Caller } from '../../../operations/identity/Caller.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import type { ObjectStore } from '../../../storage/objects/ObjectStore.types.ts';
import { UPLOADS, type UploadName, uploadKey } from '../../records/artifactKeys.ts';
import { findArtifact } from '../../records/artifactRows.ts';
import { type HostApps, claimApp } from '../../records/claimApp.ts';
import { findVersion } from '../../records/versionRows.ts';
import { sha256OfContentDigest } from './contentDigest.ts';
import { prepareUpload } from './prepareUpload.ts';
import { storeIcon } from './storeIcon.ts';
import { registeredAlready, storeUpload } from './storeUpload.ts';
import type { UploadFolder } from './UploadFolder.ts';
import type { UploadQuota } from './UploadQuota.ts';

const Upload = z.object({
  appId: AppId,
  version: Version,
  file: z.enum(Object.keys(UPLOADS) as [UploadName, ...UploadName[]]),
});

const Icon = z.object({ file: IconFile });
const IconQuery = z.object({ appId: z.optional(AppId) });

const shared = {
  tags: ['artifacts'],
  security: [{ token: [] }],
  response: { 200: UploadReceipt, 201: UploadReceipt },
};

/** Uploads of a mini-app's build artifacts. They are received as streams, checked, and stored completely or not at all. */
export function uploadRoutes(
  app: TypedApp,
  deps: HostApps & {
    db: Database;
    objects: ObjectStore;
    uploads: UploadFolder;
    quota: UploadQuota;
    actions: AdminActions;
  },
): void {
  const { db, uploads, actions, isHostApp } = deps;
  const claim = (appId: string, caller: Caller) =>
    db.transaction((tx) => claimApp({ tx, isHostApp }, appId, caller));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.put(
    '/artifacts/:appId/:version/:file',
    {
      config: { scope: 'publish' },
      schema: {
        ...shared,
        summary: 'Upload an artifact of a version',
        description:
          'The file as the body: `ios.zip`, `android.zip`, `web.zip` (the contents of `build/<platform>/`), `mf-manifest.json`, or source maps as `<platform>.maps.zip`, which are never public. `Content-Digest: sha-256=:…:` is checked when sent. Until the version is registered, an upload can be replaced. Scope: `publish`.',
        params: Upload,
      },
    },
    async (request, reply) => {
      const { appId, version, file } = request.params;
      const key = uploadKey(appId, version, file);
      await refuseEarly(db, request, key);
      // Before anything is stored, so that nobody replaces what belongs to somebody else.
      await claim(appId, request.caller);
      const isManifest = UPLOADS[file].kind === 'manifest';
      const maxBytes = isManifest ? LIMITS.federationManifestBytes : LIMITS.archiveBytes;
      const workFolder = uploads.newPath();
      try {
        return await uploads.receive(
          bodyOf(request),
          limitsOf(request, maxBytes),
          async (received) => {
            const upload = await prepareUpload(
              received,
              { appId, version, name: file },
              workFolder,
            );
            return actions.perform(
              request,
              reply,
              { action: 'artifact.upload', target: key },
              (commit) => storeUpload(deps, upload, commit),
            );
          },
        );
      } finally {
        await rm(workFolder, { recursive: true, force: true });
      }
    },
  );

  app.head(
    '/artifacts/:appId/:version/:file',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['artifacts'],
        security: [{ token: [] }],
        summary: 'Is this artifact uploaded?',
        description:
          'The sha256 of what was uploaded as `ETag`, its size as `Content-Length`: a publisher can leave out what is there. Scope: `read`.',
        params: Upload,
      },
    },
    async (request, reply) => {
      const { appId, version, file } = request.params;
      const artifact = await findArtifact(db, uploadKey(appId, version, file));
      const stored = artifact && (await deps.objects.stat(artifact.key));
      // An aborted upload may have left other bytes: what is evidently not stored has to be sent again.
      if (!stored || stored.size !== artifact.size) throw notUploaded(request.params);
      return reply
        .header('content-type', artifact.contentType)
        .header('etag', `"${artifact.sha256}"`)
        .header('content-length', artifact.size)
        .send();
    },
  );

  app.get(
    '/artifacts/:appId/:version/:file',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['artifacts'],
        security: [{ token: [] }],
        summary: 'Fetch an uploaded artifact',
        description: 'Also before its version is registered, and source maps. Scope: `read`.',
        params: Upload,
      },
    },
    async (request, reply) => {
      const { appId, version, file } = request.params;
      const artifact = await findArtifact(db, uploadKey(appId, version, file));
      const content = artifact && (await deps.objects.read(artifact.key));
      if (!content) throw notUploaded(request.params);
      // Without a length: until the version is registered, another upload may be replacing the bytes already.
      return reply
        .header('content-type', artifact.contentType)
        .header('content-disposition', 'attachment')
        .send(content);
    },
  );

  app.put(
    '/icons/:file',
    {
      config: { scope: 'publish' },
      schema: {
        ...shared,
        summary: 'Upload an icon',
        description:
          'A picture under `{cdn_url}/icons/<file>`, of the mini-app that `appId` names. A name that starts with an appId, `com.acme.orders_2.svg`, is for that mini-app alone, and then `appId` can be left out; any other is for whoever comes first. It never changes: a new icon gets a new name. Scope: `publish`.',
        params: Icon,
        querystring: IconQuery,
      },
    },
    async (request, reply) => {
      const { file } = request.params;
      const named = appOfIcon(file);
      const appId = request.query.appId ?? named;
      if (appId === undefined) {
        throw new ApiError('invalid-query', 'appId: say which mini-app the icon is of.');
      }
      // If the name contains an appId, only its owner may use it.
      if (named !== undefined) await request.caller.requireApp(named);
      await request.caller.requireApp(appId);
      await claim(appId, request.caller);
      return uploads.receive(bodyOf(request), limitsOf(request, LIMITS.iconBytes), (received) =>
        actions.perform(request, reply, { action: 'icon.upload', target: file }, (commit) =>
          storeIcon(deps, { appId, file }, received, commit),
        ),
      );
    },
  );
}

function notUploaded({ appId, version, file }: z.infer<typeof Upload>): ApiError {
  return new ApiError('artifact-not-found', `${file} of ${appId}@${version} was not uploaded.`);
}

function bodyOf(request: FastifyRequest): Readable {
  if (request.body === undefined || request.body === null) {
    throw new ApiError('upload-incomplete', 'The request has no body: send the file as the body.');
  }
  return request.body as Readable;
}

function limitsOf(request: FastifyRequest, maxBytes: number) {
  const length = request.headers['content-length'];
  const expectedBytes = length === undefined ? undefined : Number(length);
  if (expectedBytes !== undefined && expectedBytes > maxBytes) {
    throw new ApiError('body-too-large', `At most ${maxBytes} bytes are accepted here.`);
  }
  return {
    holder: request.caller.actor,
    maxBytes,
    expectedBytes,
    expectedSha256: sha256OfContentDigest(request.headers['content-digest']),
  };
}

// Refuses before the body is sent: an artifact of a registered version cannot change anyway.
async function refuseEarly(db: Database, request: FastifyRequest, key: string): Promise<void> {
  const stated = sha256OfContentDigest(request.headers['content-digest']);
  if (stated === undefined) return;
  const { appId, version } = request.params as z.infer<typeof Upload>;
  const stored = await findArtifact(db, key);
  if (stored && stored.sha256 !== stated && (await findVersion(db, appId, version))) {
    throw registeredAlready(stored);
  }
}
