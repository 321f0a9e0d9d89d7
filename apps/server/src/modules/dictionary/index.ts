import { builtInGroupKeys, builtInGroups, dictionaryCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { createCodeService, type DictionaryDeps } from './code.service.ts';
import { usageCounter, type UsageSource } from './dictionary.usage.ts';
import { createGroupService } from './group.service.ts';
import { insertCodes, insertGroup } from './dictionary.store.ts';
import { createDictionaryTables } from './dictionary.tables.ts';

export type { UsageSource } from './dictionary.usage.ts';

export interface DictionaryRoom {
  endpoints: Endpoint[];
}

export function createDictionary(
  runtime: Runtime,
  { audit, usages }: { audit: AuditLog; usages: readonly UsageSource[] },
): DictionaryRoom {
  const deps: DictionaryDeps = { runtime, audit, used: usageCounter(usages) };
  const codes = createCodeService(deps);
  const groups = createGroupService(deps);
  const tables = createDictionaryTables(deps, groups);
  const endpoints: Endpoint[] = [
    serve(dictionaryCalls.query, (request, context) => codes.query(request, context)),
    serve(dictionaryCalls.get, ({ oid }, context) => codes.get(oid, context)),
    serve(dictionaryCalls.add, (request, context) => codes.add(request, context)),
    serve(dictionaryCalls.edit, (request, context) => codes.edit(request, context)),
    serve(dictionaryCalls.remove, async ({ oids }, context) => {
      await codes.remove(oids, context);
      return { ok: true as const };
    }),
    serve(dictionaryCalls.removeConfig, async ({ oids }, context) => {
      await groups.removeConfig(oids, context);
      return { ok: true as const };
    }),
    serve(dictionaryCalls.groups, (_request, context) => groups.groups(context)),
    serve(dictionaryCalls.groupAdd, (request, context) => groups.groupAdd(request, context)),
    serve(dictionaryCalls.groupEdit, (request, context) => groups.groupEdit(request, context)),
    serve(dictionaryCalls.codes, ({ group }, context) => codes.codes(group, context)),
    serve(dictionaryCalls.import, (request, context) => tables.read(request, context)),
    serve(dictionaryCalls.export, ({ group, format }, context) => tables.write(group, format, context)),
    serve(dictionaryCalls.template, async ({ format }, context) => tables.template(format, context)),
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
