import { limits, type AuditRecord } from '@eyrie/domain';
import type { Language } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { isUuid } from '../../platform/uuid.ts';
import { namedThings } from './audit-named.store.ts';
import type { AuditScope, UnnamedRecord } from './audit-query.store.ts';

/**
 * Uuids among the values of a detail, in small letters and each once. Refused requests stand there as strangers sent
 * them, so neither depth nor count is without end.
 */
export function oidsIn(detail: unknown): Set<string> {
  const { namedOfRow, namedDepth } = limits.audit;
  const found = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (found.size === namedOfRow) return;
    if (typeof value === 'string') {
      if (isUuid(value)) found.add(value.toLowerCase());
    } else if (depth < namedDepth && typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) visit(one, depth + 1);
  };
  visit(detail, 0);
  return found;
}

/**
 * Rows with the names of what their details speak of.
 * @param scope whose things are named; rows of nobody speak of nothing
 */
export async function withNames(
  db: DbOrTrx,
  scope: AuditScope,
  language: Language,
  rows: readonly UnnamedRecord[],
): Promise<AuditRecord[]> {
  const oids = rows.map((row) => (scope.groupRoot === null ? new Set<string>() : oidsIn(row.detail)));
  const wanted = [...new Set(oids.flatMap((one) => [...one]))].slice(0, limits.audit.namedOfPage);
  const found = scope.groupRoot === null || wanted.length === 0 ? [] : await namedThings(db, scope, wanted);
  const things = new Map(
    found.map(({ oid, kind, name, firstKey }) => [
      oid,
      // As the list of roles calls it: a first role has the reader's name until it is given one.
      { kind, name: firstKey === null ? name : say(language, `role.${firstKey}`) },
    ]),
  );
  return rows.map((row, index) => ({
    ...row,
    names: Object.fromEntries(
      [...(oids[index] ?? [])].flatMap((oid) => {
        const thing = things.get(oid);
        return thing ? [[oid, thing]] : [];
      }),
    ),
  }));
}
