import { isBuiltInGroup, limits, type DictionaryGroup } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DictionaryDeps, DictionaryRequest } from './code.service.ts';
import { changedNames, named, presentGroup } from './dictionary.present.ts';
import {
  allCodes,
  deleteGroups,
  groupByKey,
  groupByOid,
  insertGroup,
  listGroups,
  lockGroups,
  updateGroup,
  type StoredCode,
  type StoredGroup,
} from './dictionary.store.ts';
import { requireUnused } from './dictionary.usage.ts';

export const shownGroups = async ({ runtime }: DictionaryDeps, context: CallContext) => ({
  list: (await listGroups(runtime.db, context.caller.groupRoot)).map((row) => presentGroup(context, row)),
});

async function shownGroup(deps: DictionaryDeps, oid: string, context: CallContext): Promise<DictionaryGroup> {
  const row = await groupByOid(deps.runtime.db, context.caller.groupRoot, oid);
  if (!row) throw notFound();
  return presentGroup(context, row);
}

/** @throws Refusal `tableTooLong`; the key of a group is unique */
export async function addGroup(
  deps: DictionaryDeps,
  request: DictionaryRequest<'groupAdd'>,
  context: CallContext,
): Promise<DictionaryGroup> {
  const { groupRoot } = context.caller;
  const row = {
    oid: deps.runtime.newOid(),
    group: request.group,
    names: named(request.names),
    remark: request.remark ?? '',
    createdAt: new Date(Math.round(deps.runtime.serverTime())),
  };
  await deps.runtime.db.transaction().execute(async (trx) => {
    if ((await listGroups(trx, groupRoot)).length >= limits.dictionary.groupsMost)
      throw new Refusal('tableTooLong', { values: { max: limits.dictionary.groupsMost } });
    if (!(await insertGroup(trx, groupRoot, row)))
      throw invalidField('group', 'codeTaken', { value: request.group });
    const detail = { oid: row.oid, group: row.group, names: row.names };
    await deps.audit.done(trx, context, 'dictionary.groupAdd', detail);
  });
  return shownGroup(deps, row.oid, context);
}

/** @throws Refusal `notFound` */
export async function editGroup(
  deps: DictionaryDeps,
  request: DictionaryRequest<'groupEdit'>,
  context: CallContext,
): Promise<DictionaryGroup> {
  const { oid } = request;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const [before] = await lockGroups(trx, context.caller.groupRoot, { oids: [oid] });
    if (!before) throw notFound();
    const after = {
      names: changedNames(before.names, request.names),
      remark: request.remark ?? before.remark,
    };
    await updateGroup(trx, oid, after);
    const detail = { oid, group: before.group, ...after };
    await deps.audit.done(trx, context, 'dictionary.groupEdit', detail);
  });
  return shownGroup(deps, oid, context);
}

/** A group is the configuration of its codes: it goes with all of them or not at all. */
export async function removeGroups(
  deps: DictionaryDeps,
  oids: readonly string[],
  context: CallContext,
): Promise<void> {
  const wanted = [...new Set(oids)];
  const { groupRoot } = context.caller;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await lockGroups(trx, groupRoot, { oids: wanted });
    if (found.length !== wanted.length) throw notFound();
    const needed = found.find((one) => isBuiltInGroup(one.group));
    if (needed) throw new Refusal('inUse', { values: { name: needed.group }, data: { oids: [needed.oid] } });
    const codes: StoredCode[] = [];
    for (const one of found) codes.push(...(await allCodes(trx, groupRoot, one.group)));
    await requireUnused(deps.used, trx, groupRoot, codes);
    await deleteGroups(trx, wanted);
    const detail = {
      groups: found.map(({ oid, group, names }) => ({ oid, group, names })),
      codes: codes.map(({ group, code }) => ({ group, code })),
    };
    await deps.audit.done(trx, context, 'dictionary.deleteConfig', detail);
  });
}

/** @throws Refusal `notFound` */
export const groupOf = async (
  { runtime }: Pick<DictionaryDeps, 'runtime'>,
  groupRoot: string,
  key: string,
): Promise<StoredGroup> => {
  const found = await groupByKey(runtime.db, groupRoot, key);
  if (!found) throw notFound();
  return found;
};
