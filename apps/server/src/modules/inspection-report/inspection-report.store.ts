import { limits, type Names, type ReportFormat } from '@eyrie/domain';
import { sql } from 'kysely';
import type { Language } from '../../platform/http/endpoint.ts';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { SignedManifest } from '../../platform/signature.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** What the AI types of an organisation are called, by their codes; those among them that are no longer offered too. */
export const classNamesIn = async (db: DbOrTrx, groupRoot: string): Promise<Record<string, Names>> => {
  const { rows } = await sql<{ code: string; names: Names }>`select code, names from listed_code
    where group_root = ${groupRoot}::uuid and list = 'aiType'`.execute(db);
  return Object.fromEntries(rows.map(({ code, names }) => [code, names]));
};

/** What was counted for the last file of a report, and for the one before. */
export const keptFigures = (db: DbOrTrx, oid: string) =>
  db
    .selectFrom('inspection_report')
    .select(['figures', 'figures_before as before'])
    .where('oid', '=', oid)
    .executeTakeFirst();

export const keepFigures = async (
  trx: DbOrTrx,
  oid: string,
  { figures, before, at }: { figures: unknown; before: unknown; at: Date },
): Promise<void> => {
  await trx
    .updateTable('inspection_report')
    .set({
      figures: JSON.stringify(figures),
      figures_before: before === null ? null : JSON.stringify(before),
      figures_at: at,
    })
    .where('oid', '=', oid)
    .execute();
};

const shown = [
  'inspection_report_file.oid',
  'report_oid as reportOID',
  'report_version as reportVersion',
  'format',
  'language',
  'inspection_report_file.state',
  'progress',
  'reason',
  'object_key as objectKey',
  'size',
  'sha256',
  'manifest',
  'signature',
  'inspection_report_file.created_at as createdAt',
] as const;

/** Files of a report, the last ones first. */
export const filesOf = (db: DbOrTrx, reportOID: string) =>
  db
    .selectFrom('inspection_report_file')
    .select(shown)
    .where('report_oid', '=', reportOID)
    .orderBy('created_at', 'desc')
    .orderBy('oid', 'desc')
    .limit(limits.inspectionReport.filesMost)
    .execute();
export type FileRow = Awaited<ReturnType<typeof filesOf>>[number];

/** A file whose report the caller sees. */
export const fileSeen = (db: DbOrTrx, scope: Scope, oid: string) =>
  db
    .selectFrom('inspection_report_file')
    .innerJoin('inspection_report', 'inspection_report.oid', 'inspection_report_file.report_oid')
    .select([...shown, 'inspection_report.name', 'inspection_report.month'])
    .where('inspection_report_file.oid', '=', oid)
    .where(inScope('inspection_report.group_oid', scope))
    .executeTakeFirst();

export interface NewFile {
  oid: string;
  groupRoot: string;
  reportOID: string;
  reportVersion: number;
  format: ReportFormat;
  language: Language;
  content: unknown;
  memberOID: string;
  at: Date;
}
export const insertFile = async (trx: DbOrTrx, file: NewFile): Promise<void> => {
  await trx
    .insertInto('inspection_report_file')
    .values({
      oid: file.oid,
      group_root: file.groupRoot,
      report_oid: file.reportOID,
      report_version: file.reportVersion,
      format: file.format,
      language: file.language,
      content: JSON.stringify(file.content),
      created_by: file.memberOID,
      created_at: file.at,
    })
    .execute();
};

export interface ClaimedFile {
  oid: string;
  groupRoot: string;
  reportOID: string;
  format: ReportFormat;
  language: Language;
  content: unknown;
  attempts: number;
}

/** Takes the oldest file that waits, or whose server fell silent; nobody else has it then. */
export const claimFile = async (db: DbOrTrx, at: Date): Promise<ClaimedFile | undefined> => {
  const { claimFor } = limits.inspectionReport;
  const { rows } = await sql<ClaimedFile>`update inspection_report_file
    set state = 'running', progress = 10, attempts = attempts + 1, claimed_at = ${at}
    where oid = (select oid from inspection_report_file
      where state = 'queued' or (state = 'running' and claimed_at < ${new Date(at.getTime() - claimFor)})
      order by created_at, oid limit 1 for update skip locked)
    returning oid, group_root as "groupRoot", report_oid as "reportOID", format, language, content, attempts`.execute(
    db,
  );
  return rows[0];
};

export const fileProgress = async (
  db: DbOrTrx,
  { oid, attempts }: ClaimedFile,
  { progress, at }: { progress: number; at: Date },
): Promise<void> => {
  await db
    .updateTable('inspection_report_file')
    .set({ progress, claimed_at: at })
    .where('oid', '=', oid)
    .where('attempts', '=', attempts)
    .execute();
};

interface ShownOfNewest {
  pictures: unknown;
  more: unknown;
  letterhead: unknown;
}
/** The look and the photos of the newest file of a report; of one that is made, if there is one. */
export const shownOfNewest = async (db: DbOrTrx, reportOID: string): Promise<ShownOfNewest | undefined> => {
  const { rows } = await sql<ShownOfNewest>`select content -> 'pictures' as pictures,
      content -> 'morePictures' as more, content -> 'letterhead' as letterhead
    from inspection_report_file where report_oid = ${reportOID}::uuid
    order by (state = 'done') desc, created_at desc, oid desc limit 1`.execute(db);
  return rows[0];
};

/** Keeps a logo with the file that shows it, as it was drawn: files of the same report show it when the original is gone. */
export const keepLogo = async (
  db: DbOrTrx,
  { oid, attempts }: ClaimedFile,
  logo: { data: string; width: number; height: number },
): Promise<void> => {
  await sql`update inspection_report_file
    set content = jsonb_set(content, '{letterhead,logo}', ${JSON.stringify(logo)}::jsonb)
    where oid = ${oid}::uuid and attempts = ${attempts}`.execute(db);
};

/** @returns false when another attempt has taken it meanwhile, or it is gone */
export const endFile = async (
  db: DbOrTrx,
  { oid, attempts }: ClaimedFile,
  ended:
    | ({ state: 'done'; objectKey: string; size: number; sha256: string } & SignedManifest)
    | { state: 'failed' | 'queued'; reason: string },
): Promise<boolean> => {
  const result = await db
    .updateTable('inspection_report_file')
    .set(
      ended.state === 'done'
        ? {
            state: 'done',
            progress: 100,
            object_key: ended.objectKey,
            size: String(ended.size),
            sha256: ended.sha256,
            manifest: ended.manifest,
            signature: ended.signature,
            reason: null,
          }
        : { state: ended.state, progress: 0, reason: ended.reason },
    )
    .where('oid', '=', oid)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};
