import type { Queries } from '../../storage/database/Database.types.ts';

export interface TemplateRow {
  /** Empty for the platform's own templates. */
  app_id: string;
  name: string;
  content: string;
  created_at: number;
  updated_at: number;
}

/** All of them: there are few. */
export function listTemplates(db: Queries): Promise<TemplateRow[]> {
  return db.all<TemplateRow>('SELECT * FROM push_templates ORDER BY app_id, name');
}

export function findTemplate(
  db: Queries,
  appId: string,
  name: string,
): Promise<TemplateRow | undefined> {
  return db.get<TemplateRow>(
    'SELECT * FROM push_templates WHERE app_id = ? AND name = ?',
    appId,
    name,
  );
}

/** The number of templates for a mini-app, or for the platform. */
export async function countTemplates(db: Queries, appId: string): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM push_templates WHERE app_id = ?',
    appId,
  );
  return row!.count;
}

/** The number of templates for all mini-apps together. */
export async function countTemplatesOfApps(db: Queries): Promise<number> {
  const row = await db.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM push_templates WHERE app_id <> ''`,
  );
  return row!.count;
}

/** Saves a template under its name, replacing an existing one. */
export async function putTemplate(
  tx: Queries,
  template: Pick<TemplateRow, 'app_id' | 'name' | 'content'>,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO push_templates (app_id, name, content, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (app_id, name) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at`,
    template.app_id,
    template.name,
    template.content,
    now,
    now,
  );
}

/**
 * Saves a template only if it still has a content, or only if there is none: somebody else may change it at the same time.
 * Returns whether it was saved.
 */
export async function putTemplateIfStill(
  tx: Queries,
  still: string | undefined,
  { app_id, name, content }: Pick<TemplateRow, 'app_id' | 'name' | 'content'>,
  now: number,
): Promise<boolean> {
  const rows =
    still === undefined
      ? await tx.run(
          `INSERT INTO push_templates (app_id, name, content, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (app_id, name) DO NOTHING`,
          app_id,
          name,
          content,
          now,
          now,
        )
      : await tx.run(
          `UPDATE push_templates SET content = ?, updated_at = ? WHERE app_id = ? AND name = ? AND content = ?`,
          content,
          now,
          app_id,
          name,
          still,
        );
  return rows > 0;
}

/** Deletes a template; returns whether it existed. */
export async function deleteTemplate(tx: Queries, appId: string, name: string): Promise<boolean> {
  const rows = await tx.run(
    'DELETE FROM push_templates WHERE app_id = ? AND name = ?',
    appId,
    name,
  );
  return rows > 0;
}
