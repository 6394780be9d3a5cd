import { PushTemplate, type PushTemplateRequest, PushTemplates } from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';

/** The mini-app that a template is for; by default, the platform. */
type TemplateOf = { appId?: string | undefined };

/** Templates: pushes that are written once and sent often. Scope: `push`. */
export interface TemplateCalls {
  listPushTemplates(options?: CallOptions): Promise<PushTemplates>;
  /** Saves a template, replacing one with the same name; with `from`, only one that has that content still. */
  savePushTemplate(
    name: string,
    request: PushTemplateRequest & TemplateOf,
    options?: CallOptions,
  ): Promise<PushTemplate>;
  deletePushTemplate(name: string, of?: TemplateOf, options?: CallOptions): Promise<PushTemplate>;
}

export function templateCalls({ ask, get }: Transport): TemplateCalls {
  const one = (name: string) => path`/v1/admin/push-templates/${name}`;
  return {
    listPushTemplates: (options) => get('/v1/admin/push-templates', PushTemplates, options),
    savePushTemplate: (name, { appId, ...json }, options) =>
      ask({ method: 'PUT', path: one(name), query: { appId }, json, options }, PushTemplate),
    deletePushTemplate: (name, { appId } = {}, options) =>
      ask({ method: 'DELETE', path: one(name), query: { appId }, options }, PushTemplate),
  };
}
