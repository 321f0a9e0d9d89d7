import { phrases } from '@eyrie/phrases';
import { nameOfField, wordOfValue } from '@eyrie/phrases/detail-words';
import { sql } from 'kysely';
import type { Db } from '../platform/runtime.ts';

/** Fields that a test makes up to try the log itself with. */
const madeUp: ReadonlySet<string> = new Set(['n']);

const texts = phrases('zh-CN');

/** Names without a phrase, of fields and of what a row says changed. */
function silentIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => silentIn(one));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const silent = madeUp.has(key) || nameOfField(key, texts) !== null ? [] : [key];
    // What was asked for is shown as it came; what calls take has names by a test of its own.
    if (key === 'request') return silent;
    const named = key === 'fields' && Array.isArray(inner) ? inner.map(String) : [];
    return [
      ...silent,
      ...named.filter((name) => wordOfValue('fields', name, texts) === null),
      ...silentIn(inner),
    ];
  });
}

/**
 * Every field that the server wrote into the audit log has a name for those who read it.
 * @throws Error that names the fields without a phrase and an action that wrote each
 */
export async function requireNamedDetails(db: Db): Promise<void> {
  const { rows } = await sql<{ action: string; detail: unknown }>`
    select distinct action, detail from audit_log where detail <> '{}'`.execute(db);
  const silent = new Map(
    rows.flatMap(({ action, detail }) => silentIn(detail).map((key) => [key, action] as const)),
  );
  if (silent.size === 0) return;
  const list = [...silent].map(([key, action]) => `${key} (of ${action})`).join(', ');
  throw new Error(`without a phrase detail.key.…: ${list}`);
}
