import { CallRefused } from '@eyrie/client';
import { routeCalls, type PlanDetail, type RoutePlan } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changesIn } from '../../../platform/changes-since.ts';
import { issuesIn } from '../../../platform/field-issues.ts';
import { call, showFailure } from '../../../platform/http.ts';
import { useText } from '../../../platform/text.tsx';
import { showToast } from '../../../platform/toasts.ts';
import { keepSteps } from './saved-steps.ts';
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
  /** Somebody else saved meanwhile: the route as it is now. */
  conflict: PlanDetail | null;
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

/** Saves the plan of an editor; `onSaved` gets the oid under which it is stored. */
export const useSave = (editor: Editor, empty: boolean, onSaved: (oid: string) => void): Saving => {
  const text = useText();
  const client = useQueryClient();
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [conflict, setConflict] = useState<PlanDetail | null>(null);
  const name = editor.name.trim();
  const missing = name === '' ? text('planner.nameNeeded') : empty ? text('planner.drawNeeded') : null;
  const work = useMutation({
    mutationFn: (asNew: string | null) => store(editor, editor.plan, asNew ?? name, asNew !== null),
    onMutate: () => setFaults([]),
    onSuccess: async (oid, asNew) => {
      await editor.dropDraft();
      if (asNew === null) keepSteps(oid, editor.live.history);
      showToast('success', text('planner.saved', { name: asNew ?? name }));
      await client.invalidateQueries({ queryKey: ['route'] });
      onSaved(oid);
    },
    onError: async (error) => {
      if (changesIn(error) && editor.start.oid !== null) {
        setConflict(await readPlan(editor.start.oid));
        return;
      }
      const issues = error instanceof CallRefused ? issuesIn(error.data) : [];
      setFaults(issues.map(({ message }) => message));
      if (issues.length === 0) showFailure(error);
    },
  });
  return {
    save: () => {
      if (missing === null && !work.isPending) work.mutate(null);
    },
    busy: work.isPending,
    missing,
    faults,
    conflict,
    closeConflict: () => setConflict(null),
    saveCopy: (copy) => work.mutate(copy),
  };
};
