import {
  fullNames,
  limits,
  nameIn,
  nameLanguageOf,
  type ImportedCode,
  type ParsedRequestOf,
  type dictionaryCalls,
  type TableFormat,
} from '@eyrie/domain';
import type { BytesAnswer, CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import {
  exportRows,
  headingsOf,
  importRows,
  type ExportColumn,
  type ListDeps,
} from '../../platform/list/index.ts';
import { readTable, tableAnswer } from '../../platform/table/index.ts';
import { codesOf, groupOf, lockGroup, requireRoom } from './dictionary.codes.ts';
import { checkRows, yesNo } from './dictionary.import.ts';
import { insertCodes, lastPosition, type StoredCode } from './dictionary.store.ts';

type ImportRequest = ParsedRequestOf<(typeof dictionaryCalls)['import']>;

/** Adds every row or none. */
export async function readCodes(
  { runtime, audit }: ListDeps,
  request: ImportRequest,
  context: CallContext,
): Promise<{ rows: ImportedCode[]; added: number }> {
  const { file, language, caller } = context;
  if (!file) throw new Refusal('malformed');
  const { group } = await groupOf(runtime.db, context, request.group);
  const table = await readTable(file, {
    rows: limits.dictionary.rowsMost,
    columns: limits.dictionary.columnsMost,
  });
  return importRows(runtime, {
    preview: request.preview === 'true',
    lock: (trx) => lockGroup(trx, context, group),
    judge: async (db) => checkRows(table, await codesOf(db, context, group), language),
    async store(trx, rows, locked) {
      requireRoom(locked, rows.length);
      const last = await lastPosition(trx, locked.oid);
      const createdAt = new Date(Math.round(runtime.serverTime()));
      const codes = rows.map(({ code, names, enabled, remark }, at) => ({
        oid: runtime.newOid(),
        groupRoot: caller.groupRoot,
        dictionaryGroupOID: locked.oid,
        code,
        names: fullNames(names),
        position: last + at + 1,
        enabled,
        remark,
        createdAt,
      }));
      await insertCodes(trx, ...codes);
      const detail = { group, codes: codes.map((one) => one.code) };
      await audit.done(trx, context, 'dictionary.import', detail);
    },
  });
}

const columns: readonly ExportColumn<StoredCode>[] = [
  ['dictionary.column.code', (row) => row.code],
  ['dictionary.column.zh', (row) => row.names.zh],
  ['dictionary.column.en', (row) => row.names.en],
  ['dictionary.column.ar', (row) => row.names.ar],
  ['dictionary.column.enabled', (row, language) => yesNo(language, row.enabled)],
  ['dictionary.column.remark', (row) => row.remark],
];

/** The codes of a group as a spreadsheet; who took them out stands in the audit log. */
export async function writeCodes(
  { runtime, audit }: ListDeps,
  key: string,
  format: TableFormat,
  context: CallContext,
): Promise<BytesAnswer> {
  const { language } = context;
  const { group, names } = await groupOf(runtime.db, context, key);
  const codes = await codesOf(runtime.db, context, group);
  await audit.done(runtime.db, context, 'dictionary.export', { group, format, rows: codes.length });
  const name = nameIn(names, nameLanguageOf(language)).name;
  return tableAnswer(name, format, exportRows(columns, [codes], { language }));
}

/** An empty spreadsheet with its headings. */
export const codeTemplate = (format: TableFormat, { language }: CallContext): BytesAnswer =>
  tableAnswer(say(language, 'dictionary.template'), format, [headingsOf(columns, language)]);
