import { lastWord, type CallDeclaration, type Resource } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';

export interface ActionGuard<Row> {
  /** The call that the action makes. */
  call?: CallDeclaration;
  /** The right to the page that the action leads to. */
  right?: Resource;
  /** Why a record does not take the call now although the member's rights permit it. */
  because?: PhraseId | ((row: Row) => PhraseId);
  /** What else stands against it. */
  why?: (row: Row) => PhraseId | null;
}

const holds = (rights: ReadonlySet<string>, { call, right }: ActionGuard<never>): boolean => {
  if (right !== undefined && !rights.has(right)) return false;
  const permission = call?.permission ?? 'session';
  return typeof permission === 'string' || permission.some((one) => rights.has(one));
};

/** Why an action cannot be taken; null: it can. A record, where there is one, has the last word by its `allowed`. */
export const whyNot = <Row extends object>(
  rights: ReadonlySet<string>,
  guard: ActionGuard<Row>,
  row?: Row & { allowed?: readonly string[] },
): PhraseId | null => {
  if (!holds(rights, guard)) return 'refusal.notAllowed';
  if (row === undefined) return null;
  if (guard.call && row.allowed && !row.allowed.includes(lastWord(guard.call)))
    return (typeof guard.because === 'function' ? guard.because(row) : guard.because) ?? 'refusal.notAllowed';
  return guard.why?.(row) ?? null;
};
