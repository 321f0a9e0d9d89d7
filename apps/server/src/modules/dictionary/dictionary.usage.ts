import type { BuiltInGroupKey, Names, UsageKind } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

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
