import {
  AppId,
  AppOwner,
  OwnerRequest,
  Publisher,
  PublisherChange,
  PublisherId,
  PublisherQuery,
  PublisherRequest,
  PublisherReviewPolicy,
  ReasonRequest,
  pageOf,
} from '@host/contracts';
import * as z from 'zod/mini';

import { readPart } from '../../http/lists/sortedList.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { requirePublisher } from '../records/requirePublisher.ts';
import { PUBLISHER_LIST, listPublishers, toPublisher } from '../records/publisherRows.ts';
import { changePublisherTrust } from '../registry/trust/changePublisherTrust.ts';
import { assignApp, changeName, changeReviewPolicy, createPublisher } from './changePublisher.ts';

const shared = { tags: ['publishers'], security: [{ token: [] }] };
const One = z.object({ publisherId: PublisherId });

/** Publishers: operators create them, assign mini-apps to them, and decide whether they are trusted. */
export function publisherRoutes(
  app: TypedApp,
  { db, actions }: { db: Database; actions: AdminActions },
): void {
  app.post(
    '/publishers',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Make a publisher',
        description:
          'Its name is what people are told. Nobody else’s may look like it, unless `allowLookAlike` is set. Tokens are issued for it with `publisher`. Scope: `admin`.',
        body: PublisherRequest,
        response: { 201: Publisher },
      },
    },
    async (request, reply) => {
      const action = { action: 'publisher.create', target: request.body.id };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) => createPublisher(tx, request.body)),
      );
    },
  );

  app.get(
    '/publishers',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'List publishers',
        description:
          'All, or those whose name or id has `q` in it; in the order of their ids or of `sort`. Not for tokens that are restricted to mini-apps. Scope: `read`.',
        querystring: PublisherQuery,
        response: { 200: pageOf(Publisher) },
      },
    },
    async ({ query, caller }) => {
      caller.requireAllApps();
      const part = readPart(PUBLISHER_LIST, query);
      return part.toPage(await listPublishers(db, part, query.q), toPublisher);
    },
  );

  app.get(
    '/publishers/:publisherId',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read a publisher',
        description: 'A token of the publisher may, too. Scope: `read`.',
        params: One,
        response: { 200: Publisher },
      },
    },
    async ({ params: { publisherId }, caller }) => {
      if (caller.publisher !== publisherId) caller.requireAllApps();
      return toPublisher(await requirePublisher(db, publisherId));
    },
  );

  app.put(
    '/publishers/:publisherId',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Give a publisher another name',
        description: 'Hosts are told at once. Scope: `admin`.',
        params: One,
        body: PublisherChange,
        response: { 200: Publisher },
      },
    },
    async (request, reply) => {
      const { publisherId } = request.params;
      const action = { action: 'publisher.rename', target: publisherId };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) => changeName(tx, publisherId, request.body)),
      );
    },
  );

  app.put(
    '/publishers/:publisherId/review',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Say whether a publisher’s versions have to be approved',
        description:
          'Whatever holds for the platform; `null` for exactly that. What people have stays as it is. Scope: `admin`.',
        params: One,
        body: PublisherReviewPolicy,
        response: { 200: Publisher },
      },
    },
    async (request, reply) => {
      const { publisherId } = request.params;
      const action = { action: 'publisher.review', target: publisherId };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) => changeReviewPolicy(tx, publisherId, request.body.required)),
      );
    },
  );

  app.put(
    '/mini-programs/:appId/publisher',
    {
      config: { scope: 'admin' },
      schema: {
        ...shared,
        summary: 'Say whose a mini-app is',
        description:
          'Also before it is registered. Otherwise it belongs to the publisher of the first token that uploads or registers something for it. `null` makes it nobody’s. Scope: `admin`.',
        params: z.object({ appId: AppId }),
        body: OwnerRequest,
        response: { 200: AppOwner },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      const action = { action: 'mini-program.publisher', target: appId };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) => assignApp(tx, appId, request.body.publisher)),
      );
    },
  );

  app.put(
    '/publishers/:publisherId/trust',
    {
      config: { scope: 'trust' },
      schema: {
        ...shared,
        summary: 'Trust a publisher',
        description:
          'The mini-apps that it has now run beside the code of hosts, as do their later versions, while these declare no more permissions than now. It lapses when a key of one of them is registered or revoked. Not for tokens that are restricted to mini-apps. Scope: `trust`.',
        params: One,
        body: ReasonRequest,
        response: { 200: Publisher },
      },
    },
    async (request, reply) => {
      const { publisherId } = request.params;
      const { caller } = request;
      caller.requireAllApps();
      const decision = {
        state: 'trusted',
        reason: request.body.reason,
        actor: caller.actor,
      } as const;
      const action = { action: 'trust.give', target: `publisher/${publisherId}` };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) => changePublisherTrust(tx, publisherId, decision)),
      );
    },
  );

  app.delete(
    '/publishers/:publisherId/trust',
    {
      config: { scope: 'trust' },
      schema: {
        ...shared,
        summary: 'Take the trust in a publisher away',
        description:
          'Versions that are trusted by themselves stay so. Not for tokens that are restricted to mini-apps. Scope: `trust`.',
        params: One,
        response: { 200: Publisher },
      },
    },
    async (request, reply) => {
      const { publisherId } = request.params;
      const { caller } = request;
      caller.requireAllApps();
      const decision = { state: 'taken', reason: undefined, actor: caller.actor } as const;
      const action = { action: 'trust.take', target: `publisher/${publisherId}` };
      return actions.perform(request, reply, action, (commit) =>
        commit((tx) => changePublisherTrust(tx, publisherId, decision)),
      );
    },
  );
}
