interface ErrorDefinition {
  /** The HTTP status. */
  readonly status: number;
  /** A short, constant summary. */
  readonly title: string;
  /** How the caller can fix it. */
  readonly fix: string;
}

/** All errors that the platform responds with; `docs/errors.md` and the pages under `/docs/errors/` are generated from them. */
export const ERRORS = {
  'malformed-json': {
    status: 400,
    title: 'The body is not JSON',
    fix: 'Send a JSON document in UTF-8 with Content-Type: application/json.',
  },
  'json-too-deep': {
    status: 400,
    title: 'The JSON is nested too deeply',
    fix: 'No body of this API nests more than 32 levels; check what was serialised.',
  },
  'invalid-query': {
    status: 400,
    title: 'A query parameter does not fit',
    fix: 'See `errors` for each parameter, and the endpoint in /docs/ for the ones that exist.',
  },
  'invalid-path': {
    status: 400,
    title: 'A part of the path does not fit',
    fix: 'See `errors`: an appId looks like com.acme.orders, a version like 1.4.0.',
  },
  'invalid-header': {
    status: 400,
    title: 'A header does not fit',
    fix: 'Send the header in the form that the message names.',
  },
  'upload-incomplete': {
    status: 400,
    title: 'The upload ended early',
    fix: 'Nothing was stored. Send the file again.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid token',
    fix: 'Send Authorization: Bearer <token> with the ADMIN_TOKEN or an issued token; for a person, with the access token of their session.',
  },
  'token-expired': {
    status: 401,
    title: 'The token has expired',
    fix: 'Ask an operator for another secret (POST /v1/admin/tokens/{id}/rotate) or for a new token.',
  },
  'token-revoked': {
    status: 401,
    title: 'The token was revoked',
    fix: 'Ask an operator for a new token.',
  },
  'access-token-expired': {
    status: 401,
    title: 'The access token has expired',
    fix: 'Get a new one with POST /v1/sessions/refresh; a mini-app asks its host for a new token.',
  },
  'session-ended': {
    status: 401,
    title: 'The session has ended',
    fix: 'Sign in again with POST /v1/sessions.',
  },
  'console-session-ended': {
    status: 401,
    title: 'Nobody is signed in to the console',
    fix: 'Sign in again with a token, or with a new link (host-server console-link). Sessions end after an hour without use, after twelve hours, and with the token or the role that they are for.',
  },
  'console-link-invalid': {
    status: 401,
    title: 'The sign-in link does not work any more',
    fix: 'Make a new one with host-server console-link: each works once, for a quarter of an hour.',
  },
  'credentials-wrong': {
    status: 401,
    title: 'E-mail address or password is wrong',
    fix: 'Check both; which of them is wrong is not told.',
  },
  'console-role-missing': {
    status: 403,
    title: 'Nobody gave these groups a role in the console',
    fix: 'Ask an operator to name one of your groups in CONSOLE_OIDC_ROLES, then sign in again.',
  },
  'scope-missing': {
    status: 403,
    title: 'The token lacks a scope',
    fix: 'Use a token that has this scope.',
  },
  'permission-not-declared': {
    status: 403,
    title: 'The mini-app does not declare this permission',
    fix: 'Add it to "permissions" in manifest.json, publish that version and release it.',
  },
  'consent-missing': {
    status: 403,
    title: 'The person has not agreed to this',
    fix: 'Ask the person in the host, keep the answer with PUT /v1/consents/{appId}/{permission}, then try again. Without a token, public data is answered.',
  },
  'app-not-allowed': {
    status: 403,
    title: 'The token is for other mini-apps',
    fix: 'Use a token whose `apps` include this mini-app, or one without that restriction.',
  },
  'operator-needed': {
    status: 403,
    title: 'An operator decided this',
    fix: 'Ask an operator to undo it, or to do it: a token that is restricted to mini-apps cannot.',
  },
  'password-wrong': {
    status: 403,
    title: 'The password is wrong',
    fix: 'Send the current password of the account.',
  },
  'origin-not-allowed': {
    status: 403,
    title: 'The request comes from another site',
    fix: 'A session in a cookie can be used by pages of the BASE_URL alone; elsewhere sign in with "transport": "body".',
  },
  'device-key-wrong': {
    status: 403,
    title: 'The device is not yours',
    fix: 'Send the key that came with the token, as Authorization: Bearer <device key> or as `key` (for previousToken as `previousKey`), or the session of the person that the device belongs to.',
  },
  'device-proof-wrong': {
    status: 403,
    title: 'The code proves nothing',
    fix: 'Codes are good once and for ten minutes. Register without `proof` to have another one sent to the token.',
  },
  'topic-not-allowed': {
    status: 403,
    title: 'The device may not have this topic',
    fix: 'A topic user_<id> is for the devices of that person alone: register the device with their session first.',
  },
  'mini-program-suspended': {
    status: 403,
    title: 'The mini-app is suspended',
    fix: 'An operator stopped it; it can be opened again once they resume it.',
  },
  'not-found': {
    status: 404,
    title: 'Nothing is here',
    fix: 'Check method and path against /docs/.',
  },
  'mini-program-not-found': {
    status: 404,
    title: 'No such mini-app',
    fix: 'Check the appId; a mini-app exists from its first registration on.',
  },
  'review-not-found': {
    status: 404,
    title: 'Nobody submitted this version for review',
    fix: 'Submit it with `miniapp submit` or POST /v1/admin/mini-programs/{appId}/versions/{version}/review.',
  },
  'crash-not-found': {
    status: 404,
    title: 'No such crash',
    fix: 'Crashes are kept for 90 days after they happened last; see GET /v1/admin/crashes for those that are there.',
  },
  'collection-not-found': {
    status: 404,
    title: 'The mini-app has no such collection',
    fix: 'Fill it with PUT /v1/admin/mini-programs/{appId}/collections/{collection}, or name an upstream.',
  },
  'document-not-found': {
    status: 404,
    title: 'The collection has no such document',
    fix: 'Read the whole collection to see which ids it has.',
  },
  'publisher-not-found': {
    status: 404,
    title: 'No such publisher',
    fix: 'List the publishers with GET /v1/admin/publishers.',
  },
  'version-not-found': {
    status: 404,
    title: 'No such version',
    fix: 'List the versions with GET /v1/admin/mini-programs/{appId}/versions.',
  },
  'no-release': {
    status: 404,
    title: 'No released version fits',
    fix: 'Release a version that has an archive for this platform.',
  },
  'artifact-not-found': {
    status: 404,
    title: 'No such artifact',
    fix: 'Artifacts can be fetched once their version is registered; check appId, version and file.',
  },
  'token-not-found': {
    status: 404,
    title: 'No such token',
    fix: 'List the tokens with GET /v1/admin/tokens.',
  },
  'console-session-not-found': {
    status: 404,
    title: 'No such session of the console',
    fix: 'It may have ended. List those that have not with GET /v1/admin/console-sessions.',
  },
  'person-not-found': {
    status: 404,
    title: 'No such person',
    fix: 'Find the id with GET /v1/admin/people, by e-mail address or by the openId in a mini-app.',
  },
  'session-not-found': {
    status: 404,
    title: 'No such session',
    fix: 'List the sessions with GET /v1/sessions.',
  },
  'key-not-found': {
    status: 404,
    title: 'No such key',
    fix: 'List the keys with GET /v1/admin/keys.',
  },
  'device-not-found': {
    status: 404,
    title: 'No such device',
    fix: 'Register the token with POST /devices/register; tokens that were not seen for a long time are forgotten.',
  },
  'message-not-found': {
    status: 404,
    title: 'No such message',
    fix: 'Use a message_id that this server gave to the same sender; old messages are forgotten.',
  },
  'template-not-found': {
    status: 404,
    title: 'No such template',
    fix: 'List the templates with GET /v1/admin/push-templates; one of a mini-app is named with its appId.',
  },
  'schedule-not-found': {
    status: 404,
    title: 'No release of this version is scheduled',
    fix: 'Read the version: it says what is scheduled. It may have been released or cancelled meanwhile.',
  },
  'server-key-not-found': {
    status: 404,
    title: 'No such server key',
    fix: 'List the keys with GET /v1/admin/server-keys.',
  },
  'notification-not-found': {
    status: 404,
    title: 'No such notification',
    fix: 'List the notifications with GET /v1/inbox.',
  },
  'body-too-slow': {
    status: 408,
    title: 'The body arrives too slowly',
    fix: 'Send it again over a faster connection.',
  },
  'release-conflict': {
    status: 409,
    title: 'Somebody else changed the release meanwhile',
    fix: 'Read the version again, and send what it is now as `from`.',
  },
  'setting-conflict': {
    status: 409,
    title: 'Somebody else changed the setting meanwhile',
    fix: 'Read the mini-app again, and send what the setting is now as `from`.',
  },
  'template-conflict': {
    status: 409,
    title: 'Somebody else changed the template meanwhile',
    fix: 'List the templates again, and send what its content is now as `from`, null for none.',
  },
  'too-many-templates': {
    status: 409,
    title: 'There are too many templates',
    fix: 'Delete some that nobody uses with DELETE /v1/admin/push-templates/{name}.',
  },
  'version-exists': {
    status: 409,
    title: 'This version is registered with other content',
    fix: 'A version never changes. Raise the version and publish again.',
  },
  'artifact-exists': {
    status: 409,
    title: 'This version is registered, its artifacts cannot change',
    fix: 'Raise the version and upload again.',
  },
  'email-taken': {
    status: 409,
    title: 'There is an account with this e-mail address',
    fix: 'Sign in with POST /v1/sessions, or use another address.',
  },
  'mail-not-configured': {
    status: 409,
    title: 'This server sends no mail',
    fix: 'Operators: set SMTP_URL and MAIL_FROM, or make a link with POST /v1/admin/people/reset-link. Everybody else: ask the operator for a link.',
  },
  'accounts-elsewhere': {
    status: 409,
    title: 'Accounts are kept by another identity provider',
    fix: 'Sign in at the `issuer` that the answer names and send its token as Authorization: Bearer <token>.',
  },
  'key-exists': {
    status: 409,
    title: 'The mini-app has or had this key',
    fix: 'Sign with the key that is registered. A revoked one never comes back: make a new key.',
  },
  'server-key-revoked': {
    status: 409,
    title: 'The server key was revoked',
    fix: 'Issue another one: what was revoked never comes back.',
  },
  'token-not-replaceable': {
    status: 409,
    title: 'The token was revoked, and gets no other secret',
    fix: 'Issue another one: what was revoked never comes back.',
  },
  'publisher-exists': {
    status: 409,
    title: 'There is a publisher with this id',
    fix: 'Choose another id, or change the name of that one with PUT /v1/admin/publishers/{id}.',
  },
  'name-taken': {
    status: 409,
    title: 'The name looks like that of another mini-app or publisher',
    fix: 'Choose a name that nobody takes for another, by more than case, spaces or look-alike characters; an operator can allow it with PUT /v1/admin/mini-programs/{appId}/names.',
  },
  'too-many-names': {
    status: 409,
    title: 'The mini-app has had too many names',
    fix: 'Use one of the names that it had: they stay its own.',
  },
  'path-taken': {
    status: 409,
    title: 'Another mini-app has this path',
    fix: 'Choose another one with PUT /v1/admin/mini-programs/{appId}/path.',
  },
  'consents-full': {
    status: 409,
    title: 'The person has answered as many mini-apps as can be kept',
    fix: 'Forget answers to mini-apps that are not used any more with DELETE /v1/consents/{appId}.',
  },
  'owner-needs-private': {
    status: 409,
    title: 'Documents that belong to a person are in private collections alone',
    fix: 'Make the collection private, or say of each document that it is for everybody, before it becomes public.',
  },
  'collection-exists': {
    status: 409,
    title: 'The collection is there already',
    fix: 'Leave `onlyNew` out to replace what it holds.',
  },
  'document-conflict': {
    status: 409,
    title: 'Somebody else changed a document meanwhile',
    fix: 'Read the documents again, decide what they should be, and send what was read as `seen`.',
  },
  'collection-full': {
    status: 409,
    title: 'There is no room for this',
    fix: 'Delete what is not needed, or keep the data in a back end of your own (an upstream).',
  },
  'message-not-scheduled': {
    status: 409,
    title: 'The message cannot be cancelled any more',
    fix: 'Only a message whose `send_at` is still to come can be cancelled.',
  },
  'device-proof-required': {
    status: 409,
    title: 'Knowing a token does not prove that the device is yours',
    fix: 'Send the device key or the session of its person. Without both, wait for the push that was just sent to the token: its data has `host.proof`; register again with that code as `proof`.',
  },
  'too-many-topics': {
    status: 409,
    title: 'The device has too many topics',
    fix: 'A device has at most 2000 topics: unsubscribe it from some.',
  },
  'too-many-scheduled': {
    status: 409,
    title: 'The device has too many notifications scheduled',
    fix: 'A device has at most 64 to come: cancel some, or schedule the later ones when the first were shown.',
  },
  'invalid-transition': {
    status: 409,
    title: 'The version is not in a state that allows this',
    fix: 'A version goes from registered to released, from there to paused and back, and from each of them to withdrawn, for good.',
  },
  'not-verified': {
    status: 409,
    title: 'The artifacts are not verified',
    fix: 'Upload them here, add their origin to CDN_ORIGINS and verify again, or state their digests.',
  },
  'review-required': {
    status: 409,
    title: 'The version is not approved',
    fix: 'Submit it with `miniapp submit`, and release it once a reviewer approved it. People can still be taken back to a version that they had.',
  },
  'review-conflict': {
    status: 409,
    title: 'Somebody changed the review meanwhile',
    fix: 'Read the review again; to decide otherwise nevertheless, send its `submission`, and its `state` as `from`.',
  },
  'nothing-to-roll-back-to': {
    status: 409,
    title: 'There is no version to roll back to',
    fix: 'Name an older version in `to`, or suspend the mini-app to stop it at once.',
  },
  'host-too-old': {
    status: 409,
    title: 'The host app is too old for every released version',
    fix: 'Update the host app to `requiredHostVersion` or later.',
  },
  'shared-unsatisfied': {
    status: 409,
    title: 'The host does not provide the shared modules that are needed',
    fix: 'Update the host so that it provides the ranges in `unsatisfied`, or publish a version built for this host.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    fix: 'Wait for Retry-After and send the same request again.',
  },
  'link-invalid': {
    status: 410,
    title: 'The link was used, has expired, or never was',
    fix: 'Ask for a new link. The newest mail has the one that works for the longest time.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    fix: 'Send less at once.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'This Content-Type is not accepted here',
    fix: 'Send application/json, or for uploads the type that /docs/ names.',
  },
  'invalid-body': {
    status: 422,
    title: 'The body does not fit',
    fix: 'See `errors`: each has a JSON pointer to the field and what was expected.',
  },
  'upstream-not-allowed': {
    status: 422,
    title: 'The server may not ask this upstream',
    fix: 'Use an https address in the public internet, or list its origin in UPSTREAM_ORIGINS.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'This Idempotency-Key was used for another request',
    fix: 'Use a fresh key for every new request, and the same key only to repeat one.',
  },
  'artifact-missing': {
    status: 422,
    title: 'An artifact is missing',
    fix: 'Upload ios.zip, android.zip and mf-manifest.json of this version before registering it.',
  },
  'artifact-digest-mismatch': {
    status: 422,
    title: 'An artifact does not have the digest that was stated',
    fix: 'Upload the artifact again, or correct the digest.',
  },
  'artifact-manifest-invalid': {
    status: 422,
    title: 'mf-manifest.json cannot be used',
    fix: 'Publish the mf-manifest.json that the build wrote, with the name that belongs to the appId.',
  },
  'artifact-not-exposed': {
    status: 422,
    title: 'The federation manifest does not expose ./App',
    fix: 'Expose ./App from ./src/App.tsx in the federation config and build again.',
  },
  'artifact-container-missing': {
    status: 422,
    title: 'A file that the federation manifest names is not in the archive',
    fix: 'Zip the whole contents of build/<platform>/, without a folder around them.',
  },
  'artifact-corrupt': {
    status: 422,
    title: 'The archive is damaged or not a zip',
    fix: 'Make the archive again and upload it whole.',
  },
  'artifact-unsafe-name': {
    status: 422,
    title: 'The archive holds a file name that is not allowed',
    fix: 'Names are relative, use / and stay inside the archive; no two differ by case alone.',
  },
  'artifact-link': {
    status: 422,
    title: 'The archive holds a link or a special file',
    fix: 'Archive regular files and folders only.',
  },
  'artifact-too-large': {
    status: 422,
    title: 'The archive unpacks to too much',
    fix: 'Make it smaller: fewer files, smaller pictures, nothing that the mini-app does not use.',
  },
  'signature-missing': {
    status: 422,
    title: 'An archive is not signed',
    fix: 'The mini-app has keys: sign every archive with one of them and send `signatures`; archives elsewhere need their origin in CDN_ORIGINS.',
  },
  'signature-invalid': {
    status: 422,
    title: 'A signature does not hold',
    fix: 'Sign the files of exactly this mini-app, version and platform with a key that is registered and not revoked.',
  },
  'upgrade-required': {
    status: 426,
    title: 'This address is for WebSocket connections',
    fix: 'Connect with a WebSocket and the subprotocol push.v1, or read GET /v1/push/stream.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    fix: 'Wait for the seconds in Retry-After.',
  },
  'quota-exceeded': {
    status: 429,
    title: 'More is not stored for you now',
    fix: 'Nothing was stored. Wait for the seconds in Retry-After.',
  },
  'internal-error': {
    status: 500,
    title: 'Something broke on our side',
    fix: 'Try again; if it stays, give the operator the `requestId`.',
  },
  'upstream-unavailable': {
    status: 502,
    title: 'The back end of the mini-app does not answer',
    fix: 'Try again later; its operator can see with `requestId` what was asked.',
  },
  'cdn-unavailable': {
    status: 503,
    title: 'The CDN that holds the artifacts does not answer',
    fix: 'Nothing was registered. Try again after Retry-After.',
  },
  'identity-provider-unavailable': {
    status: 503,
    title: 'The identity provider does not answer',
    fix: 'Try again after Retry-After; if it stays, check OIDC_ISSUER.',
  },
  unavailable: {
    status: 503,
    title: 'The server cannot take this now',
    fix: 'Try again after Retry-After.',
  },
  'upstream-timeout': {
    status: 504,
    title: 'The back end of the mini-app takes too long',
    fix: 'Try again later.',
  },
  'storage-full': {
    status: 507,
    title: 'The disk is full',
    fix: 'Nothing was stored. Free space where DATA_DIR or the object store lies, then send it again.',
  },
  'quota-full': {
    status: 507,
    title: 'The server keeps no more of this for now',
    fix: 'Nothing was stored. Try again after Retry-After; operators see the quota in /metrics and in the log.',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** The code of an error response. */
export type ErrorCode = keyof typeof ERRORS;
