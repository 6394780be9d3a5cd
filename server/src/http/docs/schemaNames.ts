import {
  ArtifactFiles,
  AuditEntry,
  CatalogEntry,
  IssuedToken,
  MiniProgram,
  Problem,
  PublisherKey,
  PublisherKeyRequest,
  ReasonRequest,
  Registration,
  RegistrationRecord,
  ReleaseRequest,
  Resolution,
  RollbackRequest,
  StatedDigests,
  TokenRecord,
  TokenRequest,
  UploadReceipt,
} from '@host/contracts';
import * as z from 'zod/mini';

import * as examples from './examples.ts';

/** Gives the schemas names and examples in the API's description. */
export function nameSchemas(): void {
  const named: [z.ZodMiniType, string, unknown][] = [
    [Registration, 'Registration', examples.registration],
    [RegistrationRecord, 'RegistrationRecord', examples.record],
    [ReleaseRequest, 'ReleaseRequest', { percentage: 10, cohorts: ['beta'] }],
    [ReasonRequest, 'ReasonRequest', { reason: 'Crashes on start' }],
    [RollbackRequest, 'RollbackRequest', { to: '1.3.2', reason: 'Crashes on start' }],
    [StatedDigests, 'StatedDigests', examples.statedDigests],
    [MiniProgram, 'MiniProgram', examples.miniProgram],
    [Resolution, 'Resolution', examples.resolution],
    [CatalogEntry, 'CatalogEntry', examples.catalogEntry],
    [ArtifactFiles, 'ArtifactFiles', examples.artifactFiles],
    [UploadReceipt, 'UploadReceipt', examples.uploadReceipt],
    [TokenRequest, 'TokenRequest', examples.tokenRequest],
    [TokenRecord, 'TokenRecord', examples.tokenRecord],
    [IssuedToken, 'IssuedToken', examples.issuedToken],
    [PublisherKeyRequest, 'PublisherKeyRequest', examples.publisherKeyRequest],
    [PublisherKey, 'PublisherKey', examples.publisherKey],
    [AuditEntry, 'AuditEntry', examples.auditEntry],
    [Problem, 'Problem', examples.problem],
  ];
  for (const [schema, id, example] of named) {
    if (!z.globalRegistry.has(schema)) z.globalRegistry.add(schema, { id, examples: [example] });
  }
}
