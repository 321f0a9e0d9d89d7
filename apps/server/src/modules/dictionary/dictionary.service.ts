import {
  dictionaryCalls,
  fullNames,
  hasName,
  isBuiltInGroup,
  limits,
  nameIn,
  nameLanguageOf,
  type DictionaryCode,
  type DictionaryGroup,
  type GivenNames,
  type Names,
  type ParsedRequestOf,
  type Usage,
} from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { auditedCaller, type AuditLog } from '../audit-log/index.ts';
import { allowedWords } from '../permission/index.ts';
import {
  allCodes,
  codeByOid,
  countCodes,
  deleteCodes,
  deleteGroups,
  groupByKey,
  groupByOid,
  insertCodes,
  insertGroup,
  listCodes,
  listGroups,
  lockCodes,
  lockGroups,
  updateCode,
  updateGroup,
  type StoredCode,
  type StoredGroup,
} from './dictionary.store.ts';
import type { UsageSource } from './dictionary.usage.ts';

export interface DictionaryDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  usages: readonly UsageSource[];
}
type Request<Name extends keyof typeof dictionaryCalls> = ParsedRequestOf<(typeof dictionaryCalls)[Name]>;

const named = (names: GivenNames): Names => {
  if (!hasName(names)) throw invalidField('names', 'nameNeeded');
  return fullNames(names);
};

/** Names in languages that a change does not mention stay. */
const changedNames = (before: Names, change: GivenNames | undefined): Names =>
  named({
    zh: change?.zh ?? before.zh,
    en: change?.en ?? before.en,
    ar: change?.ar ?? before.ar,
  });

/** How many rows refer to each code, as far as rooms have said that rows may. */
export function usageCounter(usages: readonly UsageSource[]) {
  return async (
    db: DbOrTrx,
    groupRoot: string,
    codes: readonly StoredCode[],
  ): Promise<ReadonlyMap<string, Usage[]>> => {
    const found = new Map<string, Usage[]>(codes.map((one) => [one.oid, []]));
    for (const source of usages) {
      const ours = codes.filter((one) => one.group === source.group);
      if (ours.length === 0) continue;
      const counts = await source.count(db, groupRoot, ours);
      for (const { oid, code } of ours) {
        const count = counts.get(code) ?? 0;
        if (count > 0) found.get(oid)?.push({ kind: source.kind, count, link: source.link(code) });
      }
    }
    return found;
  };
}

export function createDictionaryService(deps: DictionaryDeps) {
  const { runtime, audit } = deps;
  const { db } = runtime;
  const used = usageCounter(deps.usages);
  const now = (): Date => new Date(Math.round(runtime.serverTime()));

  const presentCode = (
    { caller, language }: CallContext,
    { groupNames, createdAt, ...row }: StoredCode,
    usedIn: Usage[],
  ): DictionaryCode => {
    const { get, edit, remove } = dictionaryCalls;
    const shown = nameLanguageOf(language);
    return {
      ...row,
      groupName: nameIn(groupNames, shown).name,
      codeName: nameIn(row.names, shown).name,
      createdAt: createdAt.getTime(),
      usedIn,
      allowed: allowedWords(caller.resources, usedIn.length > 0 ? [get, edit] : [get, edit, remove]),
    };
  };

  const presentGroup = (
    { caller, language }: CallContext,
    { createdAt, ...row }: StoredGroup,
  ): DictionaryGroup => {
    const { add, groupEdit, removeConfig } = dictionaryCalls;
    const builtIn = isBuiltInGroup(row.group);
    return {
      ...row,
      groupName: nameIn(row.names, nameLanguageOf(language)).name,
      builtIn,
      createdAt: createdAt.getTime(),
      allowed: allowedWords(
        caller.resources,
        builtIn
          ? [add, dictionaryCalls.import, groupEdit]
          : [add, dictionaryCalls.import, groupEdit, removeConfig],
      ),
    };
  };

  async function query(request: Request<'query'>, context: CallContext) {
    const { pageNum, pageSize, sort, ...filter } = request;
    const { groupRoot } = context.caller;
    const language = nameLanguageOf(context.language);
    const [rows, total] = await Promise.all([
      listCodes(db, groupRoot, filter, { pageNum, pageSize, sort, language }),
      countCodes(db, groupRoot, filter),
    ]);
    const counts = await used(db, groupRoot, rows);
    return {
      list: rows.map((row) => presentCode(context, row, counts.get(row.oid) ?? [])),
      total,
      pageNum,
      pageSize,
    };
  }

  async function get(oid: string, context: CallContext): Promise<DictionaryCode> {
    const { groupRoot } = context.caller;
    const row = await codeByOid(db, groupRoot, oid);
    if (!row) throw notFound();
    return presentCode(context, row, (await used(db, groupRoot, [row])).get(oid) ?? []);
  }

  async function add(request: Request<'add'>, context: CallContext): Promise<DictionaryCode> {
    const { group, code, position } = request;
    const { groupRoot } = context.caller;
    const oid = runtime.newOid();
    const names = named(request.names);
    await db.transaction().execute(async (trx) => {
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
      await insertCodes(trx, groupRoot, found.oid, [row], now());
      const detail = { oid, group: found.group, code, names };
      await audit.write(trx, {
        ...auditedCaller(context),
        action: 'dictionary.add',
        outcome: 'done',
        detail,
      });
    });
    return get(oid, context);
  }

  async function requireFree(trx: DbOrTrx, groupRoot: string, group: string, code: string): Promise<void> {
    const taken = (await allCodes(trx, groupRoot, group)).some(
      (one) => one.code.toLowerCase() === code.toLowerCase(),
    );
    if (taken) throw invalidField('code', 'codeTaken', { value: code });
  }

  async function edit(request: Request<'edit'>, context: CallContext): Promise<DictionaryCode> {
    const { oid, names, ...change } = request;
    const { groupRoot } = context.caller;
    await db.transaction().execute(async (trx) => {
      const seen = await codeByOid(trx, groupRoot, oid);
      if (!seen) throw notFound();
      await lockGroups(trx, groupRoot, { key: seen.group });
      const [before] = await lockCodes(trx, groupRoot, [oid]);
      if (!before) throw notFound();
      const code = change.code ?? before.code;
      if (code !== before.code) {
        await requireUnused(trx, groupRoot, [before]);
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
      await audit.write(trx, {
        ...auditedCaller(context),
        action: 'dictionary.edit',
        outcome: 'done',
        detail,
      });
    });
    return get(oid, context);
  }

  /** @throws Refusal `inUse` naming the first code that rows refer to, with all of them in `data` */
  async function requireUnused(trx: DbOrTrx, groupRoot: string, codes: readonly StoredCode[]): Promise<void> {
    const counts = await used(trx, groupRoot, codes);
    const inUse = codes.filter((one) => (counts.get(one.oid) ?? []).length > 0);
    if (inUse.length === 0) return;
    throw new Refusal('inUse', {
      values: { name: inUse[0]?.code ?? '' },
      data: {
        oids: inUse.map((one) => one.oid),
        usedIn: inUse.map((one) => ({ code: one.code, usedIn: counts.get(one.oid) })),
      },
    });
  }

  async function remove(oids: readonly string[], context: CallContext): Promise<void> {
    const wanted = [...new Set(oids)];
    const { groupRoot } = context.caller;
    await db.transaction().execute(async (trx) => {
      const found = await lockCodes(trx, groupRoot, wanted);
      if (found.length !== wanted.length) throw notFound();
      await requireUnused(trx, groupRoot, found);
      await deleteCodes(trx, wanted);
      const detail = { codes: found.map(({ oid, group, code }) => ({ oid, group, code })) };
      await audit.write(trx, {
        ...auditedCaller(context),
        action: 'dictionary.delete',
        outcome: 'done',
        detail,
      });
    });
  }

  /** A group is the configuration of its codes: it goes with all of them or not at all. */
  async function removeConfig(oids: readonly string[], context: CallContext): Promise<void> {
    const wanted = [...new Set(oids)];
    const { groupRoot } = context.caller;
    await db.transaction().execute(async (trx) => {
      const found = await lockGroups(trx, groupRoot, { oids: wanted });
      if (found.length !== wanted.length) throw notFound();
      const needed = found.find((one) => isBuiltInGroup(one.group));
      if (needed)
        throw new Refusal('inUse', { values: { name: needed.group }, data: { oids: [needed.oid] } });
      const codes: StoredCode[] = [];
      for (const one of found) codes.push(...(await allCodes(trx, groupRoot, one.group)));
      await requireUnused(trx, groupRoot, codes);
      await deleteGroups(trx, wanted);
      const detail = {
        groups: found.map(({ oid, group, names }) => ({ oid, group, names })),
        codes: codes.map(({ group, code }) => ({ group, code })),
      };
      await audit.write(trx, {
        ...auditedCaller(context),
        action: 'dictionary.deleteConfig',
        outcome: 'done',
        detail,
      });
    });
  }

  const groups = async (context: CallContext) => ({
    list: (await listGroups(db, context.caller.groupRoot)).map((row) => presentGroup(context, row)),
  });

  async function group(oid: string, context: CallContext): Promise<DictionaryGroup> {
    const row = await groupByOid(db, context.caller.groupRoot, oid);
    if (!row) throw notFound();
    return presentGroup(context, row);
  }

  async function groupAdd(request: Request<'groupAdd'>, context: CallContext): Promise<DictionaryGroup> {
    const { groupRoot } = context.caller;
    const row = {
      oid: runtime.newOid(),
      group: request.group,
      names: named(request.names),
      remark: request.remark ?? '',
      createdAt: now(),
    };
    await db.transaction().execute(async (trx) => {
      if ((await listGroups(trx, groupRoot)).length >= limits.dictionary.groupsMost)
        throw new Refusal('tableTooLong', { values: { max: limits.dictionary.groupsMost } });
      if (!(await insertGroup(trx, groupRoot, row)))
        throw invalidField('group', 'codeTaken', { value: request.group });
      const detail = { oid: row.oid, group: row.group, names: row.names };
      await audit.write(trx, {
        ...auditedCaller(context),
        action: 'dictionary.groupAdd',
        outcome: 'done',
        detail,
      });
    });
    return group(row.oid, context);
  }

  async function groupEdit(request: Request<'groupEdit'>, context: CallContext): Promise<DictionaryGroup> {
    const { oid } = request;
    await db.transaction().execute(async (trx) => {
      const [before] = await lockGroups(trx, context.caller.groupRoot, { oids: [oid] });
      if (!before) throw notFound();
      const after = {
        names: changedNames(before.names, request.names),
        remark: request.remark ?? before.remark,
      };
      await updateGroup(trx, oid, after);
      const detail = { oid, group: before.group, ...after };
      await audit.write(trx, {
        ...auditedCaller(context),
        action: 'dictionary.groupEdit',
        outcome: 'done',
        detail,
      });
    });
    return group(oid, context);
  }

  /** What forms offer. A group that nobody made yet offers nothing. */
  async function codes(key: string, context: CallContext) {
    const language = nameLanguageOf(context.language);
    const rows = await allCodes(db, context.caller.groupRoot, key, true);
    return { list: rows.map(({ code, names }) => ({ code, name: nameIn(names, language).name })) };
  }

  const groupOf = async (groupRoot: string, key: string): Promise<StoredGroup> => {
    const found = await groupByKey(db, groupRoot, key);
    if (!found) throw notFound();
    return found;
  };

  return { query, get, add, edit, remove, removeConfig, groups, groupAdd, groupEdit, codes, groupOf };
}
export type DictionaryService = ReturnType<typeof createDictionaryService>;
