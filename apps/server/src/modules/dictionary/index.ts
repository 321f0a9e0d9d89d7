import {
  builtInGroupKeys,
  builtInGroups,
  dictionaryCalls,
  limits,
  nameIn,
  nameLanguageOf,
} from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { serveList, type ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { codesOf, createCodes } from './dictionary.codes.ts';
import { createGroups } from './dictionary.groups.ts';
import { presentGroup } from './dictionary.present.ts';
import { groups, insertCodes, insertGroup } from './dictionary.store.ts';
import { codeTemplate, readCodes, writeCodes } from './dictionary.tables.ts';
import { usageCounter, type UsageSource } from './dictionary.usage.ts';

export type { UsageSource } from './dictionary.usage.ts';

export interface DictionaryRoom {
  endpoints: Endpoint[];
}

export function createDictionary(
  runtime: Runtime,
  { usages, ...given }: Omit<ListDeps, 'runtime'> & { usages: readonly UsageSource[] },
): DictionaryRoom {
  const deps: ListDeps = { runtime, ...given };
  const used = usageCounter(usages);
  const groupsOf = createGroups(deps, used);
  const endpoints = serveList(dictionaryCalls, createCodes(deps, used), {
    removeConfig: async ({ oids }, context) => {
      await groupsOf.remove(oids, context);
      return { ok: true as const };
    },
    groups: async (_request, context) => ({
      list: (await groups.first(runtime.db, context, {}, limits.dictionary.groupsMost)).map((row) =>
        presentGroup(context, row),
      ),
    }),
    groupAdd: (request, context) => groupsOf.add(request, context),
    groupEdit: (request, context) => groupsOf.edit(request, context),
    // What forms offer, and names of what they offered before. A group that nobody made yet has none.
    codes: async ({ group }, context) => {
      const language = nameLanguageOf(context.language);
      const found = await codesOf(runtime.db, context, group);
      const named = (offered: boolean) =>
        found
          .filter(({ enabled }) => enabled === offered)
          .map(({ code, names }) => ({ code, name: nameIn(names, language).name }));
      return { list: named(true), withdrawn: named(false) };
    },
    import: (request, context) => readCodes(deps, request, context),
    export: ({ group, format }, context) => writeCodes(deps, group, format, context),
    template: async ({ format }, context) => codeTemplate(format, context),
  });
  return { endpoints };
}

/** Gives a new organisation the groups that the product reads, in the transaction that makes it. */
export const dictionaryFiller =
  ({ newOid }: Pick<Runtime, 'newOid'>) =>
  async (trx: DbOrTrx, groupRoot: string): Promise<void> => {
    for (const group of builtInGroupKeys) {
      const { names, codes } = builtInGroups[group];
      const dictionaryGroupOID = newOid();
      await insertGroup(trx, { oid: dictionaryGroupOID, groupRoot, group, names });
      const rows = codes.map((one, at) => ({ ...one, oid: newOid(), position: at + 1 }));
      await insertCodes(trx, ...rows.map((row) => ({ ...row, groupRoot, dictionaryGroupOID })));
    }
  };
