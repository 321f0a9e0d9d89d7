import type { RoutePlan } from '@eyrie/domain';
import type { PlanHistory } from '@eyrie/planner';
import { dropLarge, keepLarge, keptLarge } from '../../../platform/large-storage.ts';

/** What is being drawn and is not saved: with its steps, so that they can still be taken back after a reload. */
export interface RouteDraft {
  readonly name: string;
  readonly remark: string;
  readonly history: PlanHistory;
  /** Version of the record that it was begun on; null: a new route. */
  readonly version: number | null;
  /** Epoch ms by this machine. */
  readonly at: number;
}

/** What a draft is kept under: the oid of the route, or the kind of one that is not stored yet, with what it began with. */
export const draftRoute = (
  oid: string | null,
  kind: RoutePlan['type'],
  source: string | null = null,
): string => oid ?? `new.${source ?? kind}`;

/** False where this browser keeps nothing, or the member has signed out. */
export const keepDraft = (member: string, route: string, draft: RouteDraft): Promise<boolean> =>
  keepLarge(member, route, draft);

/** Null: there is none, or none can be kept. */
export const keptDraft = async (member: string, route: string): Promise<RouteDraft | null> => {
  const draft = (await keptLarge(member, route)) as RouteDraft | null;
  return draft?.history?.plan?.format === 1 ? draft : null;
};

/** With a new route goes what was drawn of it on this device before anybody signed in. */
export const dropDraft = async (member: string, route: string): Promise<void> => {
  await dropLarge(member, route);
  if (route.startsWith('new.')) await dropLarge('', route);
};

/** What was drawn on this device before anybody signed in belongs to the member who goes on with it. */
export const takeDraft = async (member: string, route: string, draft: RouteDraft): Promise<void> => {
  if (member !== '' && route.startsWith('new.') && (await keepDraft(member, route, draft)))
    await dropLarge('', route);
};
