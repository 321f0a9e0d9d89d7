import { builtInGroupKeys, builtInGroups, dictionaryCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { createDictionaryService, type DictionaryDeps } from './dictionary.service.ts';
import { insertCodes, insertGroup } from './dictionary.store.ts';
import { createDictionaryTables } from './dictionary.tables.ts';

export type { UsageSource } from './dictionary.usage.ts';

export interface DictionaryRoom {
  endpoints: Endpoint[];
}

export function createDictionary(runtime: Runtime, given: Omit<DictionaryDeps, 'runtime'>): DictionaryRoom {
  const deps: DictionaryDeps = { runtime, ...given };
  const dictionary = createDictionaryService(deps);
  const tables = createDictionaryTables(deps, dictionary);
  const endpoints: Endpoint[] = [
    serve(dictionaryCalls.query, (request, context) => dictionary.query(request, context)),
    serve(dictionaryCalls.get, ({ oid }, context) => dictionary.get(oid, context)),
    serve(dictionaryCalls.add, (request, context) => dictionary.add(request, context)),
    serve(dictionaryCalls.edit, (request, context) => dictionary.edit(request, context)),
    serve(dictionaryCalls.remove, async ({ oids }, context) => {
      await dictionary.remove(oids, context);
      return { ok: true as const };
    }),
    serve(dictionaryCalls.removeConfig, async ({ oids }, context) => {
      await dictionary.removeConfig(oids, context);
      return { ok: true as const };
    }),
    serve(dictionaryCalls.groups, (_request, context) => dictionary.groups(context)),
    serve(dictionaryCalls.groupAdd, (request, context) => dictionary.groupAdd(request, context)),
    serve(dictionaryCalls.groupEdit, (request, context) => dictionary.groupEdit(request, context)),
    serve(dictionaryCalls.codes, ({ group }, context) => dictionary.codes(group, context)),
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
