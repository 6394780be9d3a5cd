export { ApiClientError, type ApiClientErrorCode, type ClientErrorCode } from './ApiClientError.ts';
export { type ApiClient, type ApiClientOptions, createApiClient } from './createApiClient.ts';
export { type HostClient, createHostClient } from './createHostClient.ts';
export type {
  ArtifactName,
  FoundArtifact,
  UploadArtifactRequest,
  UploadIconRequest,
} from './calls/artifactCalls.ts';
export type { ListRequest, Page, PageRequest } from './calls/Page.types.ts';
export type { SettingOptions } from './calls/settingCalls.ts';
export type { SentPush } from './calls/pushCalls.ts';
export type { CallOptions, PostOptions } from './transport/Transport.types.ts';
export type { UploadBody, UploadProgress } from './transport/uploadBody.ts';
