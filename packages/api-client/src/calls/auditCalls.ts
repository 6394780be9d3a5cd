import { AuditEntry, type AuditQuery, pageOf } from '@host/contracts';

import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import type { ListRequest, Page } from './Page.types.ts';

/** The audit log: who did what. Scope: `admin`. */
export interface AuditCalls {
  /** Lists or searches the audit log, the newest entries first. */
  listAudit(query?: ListRequest<AuditQuery>, options?: CallOptions): Promise<Page<AuditEntry>>;
}

export function auditCalls({ get }: Transport): AuditCalls {
  const path = '/v1/admin/audit';
  return {
    listAudit: (query, options) => get(path, pageOf(AuditEntry), options, query),
  };
}
