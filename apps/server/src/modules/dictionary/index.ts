import { builtInGroupKeys, builtInGroups, dictionaryCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  addCode,
  editCode,
  offeredCodes,
  queryCodes,
  removeCodes,
  shownCode,
  type DictionaryDeps,
} from './code.service.ts';
import { usageCounter, type UsageSource } from './dictionary.usage.ts';
import { addGroup, editGroup, removeGroups, shownGroups } from './group.service.ts';
import { insertCodes, insertGroup } from './dictionary.store.ts';
import { codeTemplate, readCodes, writeCodes } from './dictionary.tables.ts';

export type { UsageSource } from './dictionary.usage.ts';

export interface DictionaryRoom {
  endpoints: Endpoint[];
}

export function createDictionary(
  runtime: Runtime,
  { audit, usages }: { audit: AuditLog; usages: readonly UsageSource[] },
): DictionaryRoom {
  const deps: DictionaryDeps = { runtime, audit, used: usageCounter(usages) };
  const endpoints: Endpoint[] = [
    serve(dictionaryCalls.query, (request, context) => queryCodes(deps, request, context)),
    serve(dictionaryCalls.get, ({ oid }, context) => shownCode(deps, oid, context)),
    serve(dictionaryCalls.add, (request, context) => addCode(deps, request, context)),
    serve(dictionaryCalls.edit, (request, context) => editCode(deps, request, context)),
    serve(dictionaryCalls.remove, async ({ oids }, context) => {
      await removeCodes(deps, oids, context);
      return { ok: true as const };
    }),
    serve(dictionaryCalls.removeConfig, async ({ oids }, context) => {
      await removeGroups(deps, oids, context);
      return { ok: true as const };
    }),
    serve(dictionaryCalls.groups, (_request, context) => shownGroups(deps, context)),
    serve(dictionaryCalls.groupAdd, (request, context) => addGroup(deps, request, context)),
    serve(dictionaryCalls.groupEdit, (request, context) => editGroup(deps, request, context)),
    serve(dictionaryCalls.codes, ({ group }, context) => offeredCodes(deps, group, context)),
    serve(dictionaryCalls.import, (request, context) => readCodes(deps, request, context)),
    serve(dictionaryCalls.export, ({ group, format }, context) => writeCodes(deps, group, format, context)),
    serve(dictionaryCalls.template, async ({ format }, context) => codeTemplate(format, context)),
  ];
  return { endpoints };
}

/** Gives a new organisation the groups that the product reads, in the transaction that makes it. */
export const dictionaryFiller =
  ({ newOid }: Pick<Runtime, 'newOid'>) =>
  async (trx: DbOrTrx, groupRoot: string): Promise<void> => {
    for (const group of builtInGroupKeys) {
      const { names, codes } = builtInGroups[group];
      const oid = newOid();
      await insertGroup(trx, groupRoot, { oid, group, names, remark: '' });
      const rows = codes.map((one) => ({ ...one, oid: newOid(), enabled: true, remark: '' }));
      await insertCodes(trx, groupRoot, oid, rows);
    }
  };
