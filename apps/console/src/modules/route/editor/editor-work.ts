import type { RoutePlan } from '@eyrie/domain';
import type { PlanHistory } from '@eyrie/planner';
import { draftRoute, type RouteDraft } from './draft-store.ts';

/** What one works on in an editor: the plan with its steps, and what is typed beside it. */
export interface EditorWork {
  readonly history: PlanHistory;
  readonly name: string;
  readonly remark: string;
}

/** What an editor stands on: what it was opened with, or has stored last. */
export interface EditorStart {
  /** Oid of the route; null: a new one. */
  readonly oid: string | null;
  readonly name: string;
  readonly remark: string;
  readonly version: number | null;
  readonly plan: RoutePlan;
  /** A new route begins with it, as its first step; null: with nothing drawn. */
  readonly begin: RoutePlan | null;
  /** Under which drafts of it are kept. */
  readonly draftKey: string;
  /** What was left unsaved, taken up again. */
  readonly draft: RouteDraft | null;
}

/** With all steps taken back it is as it was, unless the oldest steps were forgotten. */
export const isUnsaved = (start: EditorStart, { history, name, remark }: EditorWork): boolean =>
  name !== start.name ||
  remark !== start.remark ||
  (history.plan !== start.plan &&
    (history.done > 0 || JSON.stringify(history.plan) !== JSON.stringify(start.plan)));

/** What was sent to be stored. */
export type Sent = Pick<EditorWork, 'name' | 'remark'> & { readonly plan: RoutePlan };
/** What the server says of the record that was stored. */
export interface Stored {
  readonly oid: string;
  readonly name: string;
  readonly remark: string;
  readonly version: number;
}

/**
 * The work of an editor once what it sent is stored: on top of that, with what was drawn, taken back and typed meanwhile.
 */
export const afterSave = (
  { history, name, remark }: EditorWork,
  sent: Sent,
  stored: Stored,
): EditorWork & { readonly start: EditorStart } => ({
  start: {
    ...stored,
    plan: sent.plan,
    begin: null,
    draftKey: draftRoute(stored.oid, sent.plan.type),
    draft: null,
  },
  history,
  name: name === sent.name ? stored.name : name,
  remark: remark === sent.remark ? stored.remark : remark,
});
