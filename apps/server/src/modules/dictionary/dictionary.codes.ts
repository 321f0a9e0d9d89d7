import {
  limits,
  nameLanguages,
  type DictionaryCode,
  type ParsedRequestOf,
  type dictionaryCalls,
} from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { createList, type ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { changedNames, named, presentCode } from './dictionary.present.ts';
import {
  codeList,
  codes,
  groups,
  lastPosition,
  type StoredCode,
  type StoredGroup,
} from './dictionary.store.ts';
import { requireUnused, type UsageCounter } from './dictionary.usage.ts';

type Add = ParsedRequestOf<typeof dictionaryCalls.add>;
type Edit = ParsedRequestOf<typeof dictionaryCalls.edit>;
type Reader = { caller: Caller };

/** Every code of a group in its order. */
export const codesOf = (db: DbOrTrx, reader: Reader, group: string, enabled?: boolean) =>
  codes.first(db, reader, { group, enabled }, limits.dictionary.codesMost);

/** @throws Refusal `notFound` */
export async function groupOf(db: DbOrTrx, reader: Reader, key: string): Promise<StoredGroup> {
  const [found] = await groups.first(db, reader, { group: key }, 1);
  if (!found) throw notFound();
  return found;
}

/** Whoever adds codes to a group has it alone until the transaction ends. @throws Refusal `notFound` */
export async function lockGroup(trx: DbOrTrx, reader: Reader, key: string): Promise<StoredGroup> {
  const [found] = await groups.lock(trx, reader, [(await groupOf(trx, reader, key)).oid]);
  if (!found) throw notFound();
  return found;
}

/** @throws Refusal `tableTooLong` */
export function requireRoom(group: StoredGroup, more: number): void {
  if (group.count + more > limits.dictionary.codesMost)
    throw new Refusal('tableTooLong', { values: { max: limits.dictionary.codesMost } });
}

async function requireFree(trx: DbOrTrx, reader: Reader, group: string, code: string): Promise<void> {
  const taken = (await codesOf(trx, reader, group)).some(
    (one) => one.code.toLowerCase() === code.toLowerCase(),
  );
  if (taken) throw invalidField('code', 'codeTaken', { value: code });
}

/** Whether a code is no longer what somebody read of it. */
const differs = (row: StoredCode, { names, ...read }: NonNullable<Edit['before']>): boolean =>
  nameLanguages.some((one) => names?.[one] !== undefined && row.names[one] !== names[one]) ||
  Object.entries(read).some(
    ([field, value]) => value !== undefined && row[field as keyof typeof read] !== value,
  );

/** A code that something uses keeps its value; all else may change. */
async function changed(trx: DbOrTrx, row: StoredCode, request: Edit, reader: Reader, used: UsageCounter) {
  const { names, before, code = row.code, position, enabled, remark } = request;
  if (before && differs(row, before)) throw new Refusal('conflict');
  if (code !== row.code) {
    await requireUnused(used, trx, reader.caller.groupRoot, [row]);
    if (code.toLowerCase() !== row.code.toLowerCase()) await requireFree(trx, reader, row.group, code);
  }
  return {
    code,
    names: changedNames(row.names, names),
    position: position ?? row.position,
    enabled: enabled ?? row.enabled,
    remark: remark ?? row.remark,
  };
}

/** A code is unique in its group. */
export const createCodes = (deps: ListDeps, used: UsageCounter) =>
  createList<typeof codeList, DictionaryCode, Add, Edit>(
    {
      list: codeList,
      word: 'dictionary',
      async present(rows, viewer, db) {
        const counts = await used(db, viewer.caller.groupRoot, rows);
        return rows.map((row) => presentCode(viewer, row, counts.get(row.oid) ?? []));
      },
      async make(trx, request, reader, createdAt) {
        const group = await lockGroup(trx, reader, request.group);
        requireRoom(group, 1);
        const { code, enabled = true, remark = '' } = request;
        await requireFree(trx, reader, group.group, code);
        const names = named(request.names);
        const position = request.position ?? (await lastPosition(trx, group.oid)) + 1;
        const { groupRoot } = reader.caller;
        return {
          values: {
            groupRoot,
            dictionaryGroupOID: group.oid,
            code,
            names,
            position,
            enabled,
            remark,
            createdAt,
          },
          detail: { group: group.group, code, names },
        };
      },
      async lockFirst(trx, oids, context) {
        const seen = await codes.byOids(trx, context, oids);
        await groups.lock(trx, context, [...new Set(seen.map((one) => one.dictionaryGroupOID))]);
      },
      change: (trx, row, request, context) => changed(trx, row, request, context, used),
      edited: (row, values) => ({ oid: row.oid, group: row.group, before: row.code, ...values }),
      beforeRemove: (trx, rows, { caller }) => requireUnused(used, trx, caller.groupRoot, rows),
      removed: (rows) => ({ codes: rows.map(({ oid, group, code }) => ({ oid, group, code })) }),
    },
    deps,
  );
