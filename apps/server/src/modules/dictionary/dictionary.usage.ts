import type { BuiltInGroupKey, Names, Usage, UsageKind } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { StoredCode } from './dictionary.store.ts';

/**
 * A place where rows refer to the codes of a group the product reads. The room that owns the rows counts them; it is
 * asked whenever codes are shown or deleted, so its query needs an index.
 */
export interface UsageSource {
  kind: UsageKind;
  group: BuiltInGroupKey;
  /** @returns for each code how many rows refer to it; codes that none refers to may be missing */
  count(
    db: DbOrTrx,
    groupRoot: string,
    codes: readonly { code: string; names: Names }[],
  ): Promise<ReadonlyMap<string, number>>;
  /** Address of the console with those rows; null where no page shows them. */
  link(code: string): string | null;
}

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
export type UsageCounter = ReturnType<typeof usageCounter>;

/** @throws Refusal `inUse` naming the first code that rows refer to, with all of them in `data` */
export async function requireUnused(
  used: UsageCounter,
  trx: DbOrTrx,
  groupRoot: string,
  codes: readonly StoredCode[],
): Promise<void> {
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
