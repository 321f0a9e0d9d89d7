import {
  isBuiltInGroup,
  limits,
  type DictionaryGroup,
  type ParsedRequestOf,
  type dictionaryCalls,
} from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import { createList, type ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { codesOf } from './dictionary.codes.ts';
import { changedNames, named, presentGroup } from './dictionary.present.ts';
import { deleteCodesOf, groupList, groups, type StoredCode, type StoredGroup } from './dictionary.store.ts';
import { requireUnused, type UsageCounter } from './dictionary.usage.ts';

type Add = ParsedRequestOf<typeof dictionaryCalls.groupAdd>;
type Edit = ParsedRequestOf<typeof dictionaryCalls.groupEdit>;

/** A group is the configuration of its codes: it goes with all of them or not at all. */
async function removeCodes(
  trx: DbOrTrx,
  rows: readonly StoredGroup[],
  context: CallContext,
  used: UsageCounter,
): Promise<StoredCode[]> {
  const needed = rows.find((one) => isBuiltInGroup(one.group));
  if (needed) throw new Refusal('inUse', { values: { name: needed.group }, data: { oids: [needed.oid] } });
  const found: StoredCode[] = [];
  for (const one of rows) found.push(...(await codesOf(trx, context, one.group)));
  await requireUnused(used, trx, context.caller.groupRoot, found);
  await deleteCodesOf(
    trx,
    rows.map((one) => one.oid),
  );
  return found;
}

/** The key of a group is unique. */
export const createGroups = (deps: ListDeps, used: UsageCounter) =>
  createList<typeof groupList, DictionaryGroup, Add, Edit, StoredCode[]>(
    {
      list: groupList,
      word: 'dictionary',
      verbs: { add: 'groupAdd', edit: 'groupEdit', delete: 'deleteConfig' },
      present: (rows, viewer) => rows.map((row) => presentGroup(viewer, row)),
      async make(trx, { group, names: given, remark = '' }, reader, createdAt) {
        const max = limits.dictionary.groupsMost;
        if ((await groups.count(trx, reader, {})) >= max)
          throw new Refusal('tableTooLong', { values: { max } });
        const names = named(given);
        const { groupRoot } = reader.caller;
        return { values: { groupRoot, group, names, remark, createdAt }, detail: { group, names } };
      },
      taken: ({ group }) => invalidField('group', 'codeTaken', { value: group }),
      change: (_trx, row, { names, remark }) => ({
        names: changedNames(row.names, names),
        remark: remark ?? row.remark,
      }),
      edited: (row, values) => ({ oid: row.oid, group: row.group, ...values }),
      beforeRemove: (trx, rows, context) => removeCodes(trx, rows, context, used),
      removed: (rows, codes) => ({
        groups: rows.map(({ oid, group, names }) => ({ oid, group, names })),
        codes: codes.map(({ group, code }) => ({ group, code })),
      }),
    },
    deps,
  );
