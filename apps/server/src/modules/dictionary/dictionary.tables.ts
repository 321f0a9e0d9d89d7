import {
  fullNames,
  limits,
  nameIn,
  nameLanguageOf,
  type ImportedCode,
  type Issue,
  type ParsedRequestOf,
  type dictionaryCalls,
} from '@eyrie/domain';
import type { BytesAnswer, CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import { readTable, tableAnswer, type Cell, type TableFormat } from '../../platform/table/index.ts';
import { headings, judgeRows, yesNo } from './dictionary.import.ts';
import type { DictionaryDeps } from './code.service.ts';
import { groupOf } from './group.service.ts';
import { allCodes, insertCodes, lockGroups } from './dictionary.store.ts';

type Wish = ParsedRequestOf<(typeof dictionaryCalls)['import']>;

/** Adds every row or none. */
export async function readCodes(
  deps: DictionaryDeps,
  wish: Wish,
  context: CallContext,
): Promise<{ rows: ImportedCode[]; added: number }> {
  const { file, language, caller } = context;
  if (!file) throw new Refusal('malformed');
  const { groupRoot } = caller;
  const { group } = await groupOf(deps, groupRoot, wish.group);
  const table = await readTable(file, {
    rows: limits.dictionary.rowsMost,
    columns: limits.dictionary.columnsMost,
  });
  const judged = (taken: readonly { code: string }[]): ImportedCode[] =>
    judgeRows(
      table,
      taken.map((one) => one.code),
      language,
    );
  if (wish.preview === 'true')
    return { rows: judged(await allCodes(deps.runtime.db, groupRoot, group)), added: 0 };
  return deps.runtime.db.transaction().execute(async (trx) => {
    const [locked] = await lockGroups(trx, groupRoot, { key: group });
    if (!locked) throw notFound();
    const rows = judged(await allCodes(trx, groupRoot, group));
    refuseBroken(rows);
    if (locked.count + rows.length > limits.dictionary.codesMost)
      throw new Refusal('tableTooLong', { values: { max: limits.dictionary.codesMost } });
    const codes = rows.map(({ code, names, enabled, remark }) => ({
      oid: deps.runtime.newOid(),
      code,
      names: fullNames(names),
      enabled,
      remark,
    }));
    await insertCodes(trx, groupRoot, locked.oid, codes, new Date(Math.round(deps.runtime.serverTime())));
    const detail = { group, codes: codes.map((one) => one.code) };
    await deps.audit.done(trx, context, 'dictionary.import', detail);
    return { rows, added: codes.length };
  });
}

/** The codes of a group as a spreadsheet; who took them out stands in the audit log. */
export async function writeCodes(
  deps: DictionaryDeps,
  key: string,
  format: TableFormat,
  context: CallContext,
): Promise<BytesAnswer> {
  const { groupRoot } = context.caller;
  const { language } = context;
  const { group, names } = await groupOf(deps, groupRoot, key);
  const codes = await allCodes(deps.runtime.db, groupRoot, group);
  const rows: Cell[][] = codes.map((one) => [
    one.code,
    one.names.zh,
    one.names.en,
    one.names.ar,
    yesNo(language, one.enabled),
    one.remark,
  ]);
  const detail = { group, format, rows: rows.length };
  await deps.audit.done(deps.runtime.db, context, 'dictionary.export', detail);
  return tableAnswer(nameIn(names, nameLanguageOf(language)).name, format, [headings(language), ...rows]);
}

/** An empty spreadsheet with its headings. */
export const codeTemplate = (format: TableFormat, { language }: CallContext): BytesAnswer =>
  tableAnswer(say(language, 'dictionary.template'), format, [headings(language)]);

/** Half an import would be worse than none: the rows that are wrong are all named. */
function refuseBroken(rows: readonly ImportedCode[]): void {
  const issues: Issue[] = rows.flatMap(({ row, issues: found }) =>
    found.map(({ path, rule, message }) => ({ path: `${row}.${path}`, rule, message })),
  );
  if (issues.length > 0) throw new Refusal('invalid', { issues: issues.slice(0, 50) });
}
