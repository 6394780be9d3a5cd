import { AuditEntry, pageOf } from '@host/contracts';

import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import type { Page, PageRequest } from './Page.types.ts';

/** What was done, by whom, for the root token alone. */
export interface AuditCalls {
  /** The audit log, the newest entries first. */
  listAudit(page?: PageRequest, options?: CallOptions): Promise<Page<AuditEntry>>;
}

export function auditCalls({ get }: Transport): AuditCalls {
  const path = '/v1/admin/audit';
  return {
    listAudit: (page, options) => get(path, pageOf(AuditEntry), options, page),
  };
}
