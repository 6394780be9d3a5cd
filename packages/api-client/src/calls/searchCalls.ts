import {
  type AddresseeQuery,
  AdminMessage,
  type AudienceQuery,
  DeviceCount,
  DeviceDetails,
  type DeviceQuery,
  DeviceRecord,
  type MessageQuery,
  MessageTrace,
  type ResolveQuery,
  TopicDetails,
  type TopicQuery,
  TopicRecord,
  UnregisteredDevice,
  VersionChoice,
  pageOf,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import type { ListRequest, Page } from './Page.types.ts';

/** Finding devices, topics and messages, with the scope `read`. */
export interface SearchCalls {
  /** Devices of a token, a person or a topic, or all; the newest first. */
  findDevices(query?: ListRequest<DeviceQuery>, options?: CallOptions): Promise<Page<DeviceRecord>>;
  /** A device with its topics and its last messages. */
  getDevice(id: string, options?: CallOptions): Promise<DeviceDetails>;
  /** Unregisters a device: it gets nothing until its app registers it again. Scope: `admin`. */
  unregisterDevice(id: string, options?: CallOptions): Promise<UnregisteredDevice>;
  /** A topic, with the number of its devices and the days on which they subscribed. */
  getTopic(topic: string, options?: CallOptions): Promise<TopicDetails>;
  /** Topics that begin with `q`, and how many devices have each. */
  findTopics(query?: ListRequest<TopicQuery>, options?: CallOptions): Promise<Page<TopicRecord>>;
  /** How many devices a message would reach. */
  countAudience(query: AudienceQuery, options?: CallOptions): Promise<DeviceCount>;
  /** How many devices have one of many tokens, or are in a device group of the caller. Read-only. */
  countAddressees(query: AddresseeQuery, options?: CallOptions): Promise<DeviceCount>;
  /** Messages of a sender, a topic or in a state, or all; the newest first. */
  findMessages(
    query?: ListRequest<MessageQuery>,
    options?: CallOptions,
  ): Promise<Page<AdminMessage>>;
  /** A message with its sender and, if it was sent to tokens, its state on each device. */
  getMessage(id: string, options?: CallOptions): Promise<AdminMessage>;
  /** What happened to a message on its way to a device. */
  traceMessage(id: string, deviceId: string, options?: CallOptions): Promise<MessageTrace>;
  /** Which version an install would get, and why. */
  explainChoice(appId: string, query: ResolveQuery, options?: CallOptions): Promise<VersionChoice>;
}

export function searchCalls({ ask, get }: Transport): SearchCalls {
  return {
    findDevices: (query, options) => get('/v1/admin/devices', pageOf(DeviceRecord), options, query),
    getDevice: (id, options) => get(path`/v1/admin/devices/${id}`, DeviceDetails, options),
    unregisterDevice: (id, options) =>
      ask({ method: 'DELETE', path: path`/v1/admin/devices/${id}`, options }, UnregisteredDevice),
    getTopic: (topic, options) => get(path`/v1/admin/topics/${topic}`, TopicDetails, options),
    findTopics: (query, options) => get('/v1/admin/topics', pageOf(TopicRecord), options, query),
    countAudience: (query, options) => get('/v1/admin/audience', DeviceCount, options, query),
    countAddressees: (query, options) =>
      ask({ method: 'POST', path: '/v1/admin/audience', json: query, options }, DeviceCount),
    findMessages: (query, options) =>
      get('/v1/admin/messages', pageOf(AdminMessage), options, query),
    getMessage: (id, options) => get(path`/v1/admin/messages/${id}`, AdminMessage, options),
    traceMessage: (id, deviceId, options) =>
      get(path`/v1/admin/messages/${id}/trace/${deviceId}`, MessageTrace, options),
    explainChoice: (appId, query, options) =>
      get(path`/v1/admin/mini-programs/${appId}/choice`, VersionChoice, options, query),
  };
}
