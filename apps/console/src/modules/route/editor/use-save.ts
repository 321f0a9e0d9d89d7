import { CallRefused } from '@eyrie/client';
import { routeCalls, type PlanDetail, type RecordChange, type RoutePlan } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { planChanges } from '@eyrie/planner';
import { changesIn } from '../../../platform/changes-since.ts';
import { issuesIn } from '../../../platform/field-issues.ts';
import { call, showFailure } from '../../../platform/http.ts';
import { useText } from '../../../platform/text.tsx';
import { showToast } from '../../../platform/toasts.ts';
import { whyNotSaved } from './can-save.ts';
import { conflictOf, readNumber, type Conflict } from './conflict.ts';
import type { Sent } from './editor-work.ts';
import type { Editor } from './use-editor.ts';

/** The last plan that the server has of a route. */
export const readPlan = (oid: string, number?: number): Promise<PlanDetail> =>
  call(routeCalls.getPlan, { oid, ...(number === undefined ? {} : { number: String(number) }) });

export interface Saving {
  save: () => void;
  busy: boolean;
  /** Why it cannot be saved yet; null: it can. */
  missing: string | null;
  /** What the server said of single fields. */
  faults: readonly string[];
  /** Somebody else saved meanwhile. */
  conflict: Conflict | null;
  closeConflict: () => void;
  /** Saves what is drawn as a route of its own. */
  saveCopy: (name: string) => void;
}

const store = async (editor: Editor, plan: RoutePlan, name: string, asNew: boolean): Promise<string> => {
  const { oid, version } = editor.start;
  const remark = editor.remark.trim();
  const quiet = { toast: false };
  if (oid === null || asNew) {
    const stored = await call(routeCalls.add, { name, plan, ...(remark ? { remark } : {}) }, quiet);
    return stored.oid;
  }
  await call(routeCalls.edit, { oid, name, remark, ...(version === null ? {} : { version }), plan }, quiet);
  return oid;
};

/** What both have changed, from the plan that both read; where it is not kept any more, from the one of this editor. */
const readConflict = async (
  { start, name, remark, plan }: Editor,
  oid: string,
  since: readonly RecordChange[],
): Promise<Conflict> => {
  const stored = await readPlan(oid);
  const number = readNumber(since);
  const base =
    number === null
      ? stored.plan
      : await readPlan(oid, number).then(
          (read) => read.plan,
          () => start.plan,
        );
  return conflictOf(since, base, stored, { name, remark, plan });
};

/**
 * The editor goes on from what it sent. @returns whether it can: what is stored may be somebody else's by now, or not be read
 */
const goesOn = async ({ live }: Editor, oid: string, sent: Sent): Promise<boolean> => {
  const stored = await readPlan(oid).catch(() => null);
  if (stored && planChanges(sent.plan, stored.plan).length === 0) {
    await live.dropDraft();
    live.stored(sent, stored);
    return true;
  }
  const unchanged = live.plan === sent.plan && live.name === sent.name && live.remark === sent.remark;
  await (unchanged ? live.dropDraft() : live.keepDraft());
  return false;
};

/** Saves the plan of an editor: it goes on with it under the oid that `onSaved` gets, or is opened anew. */
export const useSave = (
  editor: Editor,
  empty: boolean,
  { onSaved, onOpen }: { onSaved: (oid: string) => void; onOpen: (oid: string) => void },
): Saving => {
  const text = useText();
  const client = useQueryClient();
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const name = editor.name.trim();
  const missing = whyNotSaved(text, name, empty);
  const work = useMutation({
    mutationFn: async (asNew: string | null) => {
      const { plan, name: typed, remark } = editor;
      const oid = await store(editor, plan, asNew ?? name, asNew !== null);
      showToast('success', text('planner.saved', { name: asNew ?? name }));
      // Lists are asked for beside it: until then a further save would stand on the version before.
      void client.invalidateQueries({ queryKey: ['route'] });
      if (asNew !== null) await editor.dropDraft();
      return { oid, same: asNew === null && (await goesOn(editor, oid, { plan, name: typed, remark })) };
    },
    onMutate: () => setFaults([]),
    onError: async (error) => {
      const since = changesIn(error);
      if (since && editor.start.oid !== null) {
        setConflict(await readConflict(editor.live, editor.start.oid, since.changes));
        return;
      }
      const issues = error instanceof CallRefused ? issuesIn(error.data) : [];
      setFaults(issues.map(({ message }) => message));
      if (issues.length === 0) showFailure(error);
    },
  });
  // Not of the mutation itself: whoever has left meanwhile is not brought back.
  const navigation = {
    onSuccess: ({ oid, same }: { oid: string; same: boolean }) => (same ? onSaved(oid) : onOpen(oid)),
  };
  return {
    save: () => {
      if (missing === null && !work.isPending) work.mutate(null, navigation);
    },
    busy: work.isPending,
    missing,
    faults,
    conflict,
    closeConflict: () => setConflict(null),
    saveCopy: (copy) => work.mutate(copy, navigation),
  };
};
