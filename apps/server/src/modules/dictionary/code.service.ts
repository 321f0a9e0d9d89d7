import {
  limits,
  nameIn,
  nameLanguageOf,
  nameLanguages,
  type DictionaryCode,
  type ParsedRequestOf,
  type dictionaryCalls,
} from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { changedNames, named, presentCode } from './dictionary.present.ts';
import {
  allCodes,
  codeByOid,
  countCodes,
  deleteCodes,
  insertCodes,
  listCodes,
  lockCodes,
  lockGroups,
  updateCode,
} from './dictionary.store.ts';
import { requireUnused, type UsageCounter } from './dictionary.usage.ts';

export interface DictionaryDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  used: UsageCounter;
}
export type DictionaryRequest<Name extends keyof typeof dictionaryCalls> = ParsedRequestOf<
  (typeof dictionaryCalls)[Name]
>;

async function requireFree(trx: DbOrTrx, groupRoot: string, group: string, code: string): Promise<void> {
  const taken = (await allCodes(trx, groupRoot, group)).some(
    (one) => one.code.toLowerCase() === code.toLowerCase(),
  );
  if (taken) throw invalidField('code', 'codeTaken', { value: code });
}

/** One page of codes. */
export async function queryCodes(
  deps: DictionaryDeps,
  request: DictionaryRequest<'query'>,
  context: CallContext,
) {
  const { pageNum, pageSize, sort, ...filter } = request;
  const { groupRoot } = context.caller;
  const language = nameLanguageOf(context.language);
  const [rows, total] = await Promise.all([
    listCodes(deps.runtime.db, groupRoot, filter, { pageNum, pageSize, sort, language }),
    countCodes(deps.runtime.db, groupRoot, filter),
  ]);
  const counts = await deps.used(deps.runtime.db, groupRoot, rows);
  return {
    list: rows.map((row) => presentCode(context, row, counts.get(row.oid) ?? [])),
    total,
    pageNum,
    pageSize,
  };
}

/** @throws Refusal `notFound` */
export async function shownCode(
  deps: DictionaryDeps,
  oid: string,
  context: CallContext,
): Promise<DictionaryCode> {
  const { groupRoot } = context.caller;
  const row = await codeByOid(deps.runtime.db, groupRoot, oid);
  if (!row) throw notFound();
  return presentCode(context, row, (await deps.used(deps.runtime.db, groupRoot, [row])).get(oid) ?? []);
}

/** @throws Refusal `notFound`, `tableTooLong`; a code is unique in its group */
export async function addCode(
  deps: DictionaryDeps,
  request: DictionaryRequest<'add'>,
  context: CallContext,
): Promise<DictionaryCode> {
  const { group, code, position } = request;
  const { groupRoot } = context.caller;
  const oid = deps.runtime.newOid();
  const names = named(request.names);
  await deps.runtime.db.transaction().execute(async (trx) => {
    const [found] = await lockGroups(trx, groupRoot, { key: group });
    if (!found) throw notFound();
    if (found.count >= limits.dictionary.codesMost)
      throw new Refusal('tableTooLong', { values: { max: limits.dictionary.codesMost } });
    await requireFree(trx, groupRoot, found.group, code);
    const row = {
      oid,
      code,
      names,
      enabled: request.enabled ?? true,
      remark: request.remark ?? '',
      position,
    };
    await insertCodes(trx, groupRoot, found.oid, [row], new Date(Math.round(deps.runtime.serverTime())));
    const detail = { oid, group: found.group, code, names };
    await deps.audit.done(trx, context, 'dictionary.add', detail);
  });
  return shownCode(deps, oid, context);
}

/** Whether a code is no longer what somebody read of it. */
const differs = (
  row: Parameters<typeof updateCode>[2],
  { names, ...read }: NonNullable<DictionaryRequest<'edit'>['before']>,
): boolean =>
  nameLanguages.some((one) => names?.[one] !== undefined && row.names[one] !== names[one]) ||
  Object.entries(read).some(
    ([field, value]) => value !== undefined && row[field as keyof typeof read] !== value,
  );

/** A code that something uses keeps its value; all else may change. */
export async function editCode(
  deps: DictionaryDeps,
  request: DictionaryRequest<'edit'>,
  context: CallContext,
): Promise<DictionaryCode> {
  const { oid, names, before: read, ...change } = request;
  const { groupRoot } = context.caller;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const seen = await codeByOid(trx, groupRoot, oid);
    if (!seen) throw notFound();
    await lockGroups(trx, groupRoot, { key: seen.group });
    const [before] = await lockCodes(trx, groupRoot, [oid]);
    if (!before) throw notFound();
    if (read && differs(before, read)) throw new Refusal('conflict');
    const code = change.code ?? before.code;
    if (code !== before.code) {
      await requireUnused(deps.used, trx, groupRoot, [before]);
      if (code.toLowerCase() !== before.code.toLowerCase())
        await requireFree(trx, groupRoot, before.group, code);
    }
    const after = {
      code,
      names: changedNames(before.names, names),
      position: change.position ?? before.position,
      enabled: change.enabled ?? before.enabled,
      remark: change.remark ?? before.remark,
    };
    await updateCode(trx, oid, after);
    const detail = { oid, group: before.group, before: before.code, ...after };
    await deps.audit.done(trx, context, 'dictionary.edit', detail);
  });
  return shownCode(deps, oid, context);
}

/** All or none. */
export async function removeCodes(
  deps: DictionaryDeps,
  oids: readonly string[],
  context: CallContext,
): Promise<void> {
  const wanted = [...new Set(oids)];
  const { groupRoot } = context.caller;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await lockCodes(trx, groupRoot, wanted);
    if (found.length !== wanted.length) throw notFound();
    await requireUnused(deps.used, trx, groupRoot, found);
    await deleteCodes(trx, wanted);
    const detail = { codes: found.map(({ oid, group, code }) => ({ oid, group, code })) };
    await deps.audit.done(trx, context, 'dictionary.delete', detail);
  });
}

/** What forms offer. A group that nobody made yet offers nothing. */
export async function offeredCodes(deps: DictionaryDeps, key: string, context: CallContext) {
  const language = nameLanguageOf(context.language);
  const rows = await allCodes(deps.runtime.db, context.caller.groupRoot, key, true);
  return { list: rows.map(({ code, names }) => ({ code, name: nameIn(names, language).name })) };
}
