interface ErrorDefinition {
  /** The HTTP status. */
  readonly status: number;
  /** What happened, in a few words that never change. */
  readonly title: string;
  /** How the caller mends it. */
  readonly fix: string;
}

/** Every error that the platform answers with; `docs/errors.md` and the pages under `/docs/errors/` come from here. */
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
    fix: 'See `detail` for the header and the form that it needs.',
  },
  'upload-incomplete': {
    status: 400,
    title: 'The upload ended early',
    fix: 'Nothing was stored. Send the file again.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid token',
    fix: 'Send Authorization: Bearer <token> with the ADMIN_TOKEN or an issued token.',
  },
  'token-expired': {
    status: 401,
    title: 'The token has expired',
    fix: 'Issue a new token with POST /v1/admin/tokens; two can overlap during a rotation.',
  },
  'token-revoked': {
    status: 401,
    title: 'The token was revoked',
    fix: 'Ask an operator for a new token.',
  },
  'scope-missing': {
    status: 403,
    title: 'The token lacks a scope',
    fix: 'Use a token with the scope that `detail` names.',
  },
  'app-not-allowed': {
    status: 403,
    title: 'The token is for other mini-apps',
    fix: 'Use a token whose `apps` include this mini-app, or one without that restriction.',
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
  'key-not-found': {
    status: 404,
    title: 'No such key',
    fix: 'List the keys with GET /v1/admin/keys.',
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
  'key-exists': {
    status: 409,
    title: 'The mini-app has or had this key',
    fix: 'Sign with the key that is registered. A revoked one never comes back: make a new key.',
  },
  'invalid-transition': {
    status: 409,
    title: 'The version is not in a state that allows this',
    fix: 'See `detail`. States: registered → released ⇄ paused → withdrawn.',
  },
  'not-verified': {
    status: 409,
    title: 'The artifacts are not verified',
    fix: 'Upload them here, add their origin to CDN_ORIGINS and verify again, or state their digests.',
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
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    fix: 'See `detail` for the limit.',
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
    fix: 'See `detail` for the limit on size, expansion and number of files.',
  },
  'signature-missing': {
    status: 422,
    title: 'An archive is not signed',
    fix: 'The mini-app has keys: sign every archive with one of them and send `signatures`.',
  },
  'signature-invalid': {
    status: 422,
    title: 'A signature does not hold',
    fix: 'Sign the files of exactly this mini-app, version and platform with a key that is registered and not revoked.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    fix: 'Wait for the seconds in Retry-After.',
  },
  'internal-error': {
    status: 500,
    title: 'Something broke on our side',
    fix: 'Try again; if it stays, give the operator the `requestId`.',
  },
  'cdn-unavailable': {
    status: 503,
    title: 'The CDN that holds the artifacts does not answer',
    fix: 'Nothing was registered. Try again after Retry-After.',
  },
  unavailable: {
    status: 503,
    title: 'The server cannot take this now',
    fix: 'Try again after Retry-After.',
  },
  'storage-full': {
    status: 507,
    title: 'The disk is full',
    fix: 'Nothing was stored. Free space where DATA_DIR or the object store lies, then send it again.',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** The code of an error answer. */
export type ErrorCode = keyof typeof ERRORS;
