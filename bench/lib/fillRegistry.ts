import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';

/** The mini-app whose rows are copied; it has to be published as 1.0.0 already. */
export const TEMPLATE = { appId: 'com.bench.template', version: '1.0.0' } as const;

/** Mini-apps `com.bench.<prefix>1`, `com.bench.<prefix>2` and so on with versions 1.1.0, 1.2.0 and so on. */
export interface MiniAppSet {
  prefix: string;
  miniApps: number;
  versions: number;
}

/**
 * Fills a registry with released mini-apps. The rows are copies of those that the server itself wrote for a published
 * version, with id and version replaced, so they match what the code would write. The server must not be running.
 */
export function fillRegistry(dataDir: string, sets: readonly MiniAppSet[]): void {
  const db = new DatabaseSync(join(dataDir, 'host.db'));
  try {
    db.exec('BEGIN');
    for (const { prefix, miniApps, versions } of sets) {
      const numbers = (count: number) =>
        `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n)`;
      const appId = `'com.bench.${prefix}' || app.i`;
      copyRows(db, 'versions', `${numbers(miniApps)} app, ${numbers(versions)} version`, {
        appId,
        version: `'1.' || version.i || '.0'`,
        order: `printf('000000001.%09d.000000000', version.i)`,
      });
      copyRows(db, 'mini_programs', `${numbers(miniApps)} app`, {
        appId,
        version: `'1.${versions}.0'`,
        order: `printf('000000001.%09d.000000000', ${versions})`,
      });
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

function copyRows(
  db: InstanceType<typeof DatabaseSync>,
  table: string,
  source: string,
  place: { appId: string; version: string; order: string },
): void {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[];
  const values = columns.map(({ name }) => {
    if (name === 'version_order' || name === 'latest_order') return place.order;
    // In all other columns id and version appear literally, in URLs and JSON documents, too.
    const column = `template.${name}`;
    return `CASE WHEN typeof(${column}) = 'text' THEN ${exchanged(column, place)} ELSE ${column} END`;
  });
  db.exec(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')})
      SELECT ${values.join(', ')} FROM ${table} template, ${source}
      WHERE template.app_id = '${TEMPLATE.appId}'`,
  );
}

function exchanged(column: string, { appId, version }: { appId: string; version: string }): string {
  const withVersion = [`/${TEMPLATE.version}/`, `"version":"${TEMPLATE.version}"`].reduce(
    (sql, text) => {
      const [before, after] = text.split(TEMPLATE.version);
      return `replace(${sql}, '${text}', '${before}' || ${version} || '${after}')`;
    },
    `replace(${column}, '${TEMPLATE.appId}', ${appId})`,
  );
  return `CASE WHEN ${column} = '${TEMPLATE.version}' THEN ${version} ELSE ${withVersion} END`;
}
