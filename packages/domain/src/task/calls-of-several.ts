import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { oid, text } from '../shape.ts';

const { chosenMost } = limits.task.several;
const permission = ['task:edit'] as const;

/** Tasks by name, or all timed ones of a dock, or of a department and those below it. */
const which = {
  oids: z.array(oid).min(1).max(chosenMost).optional(),
  dockOID: oid.optional(),
  groupOID: oid.optional(),
};
interface Which {
  oids?: readonly string[] | undefined;
  dockOID?: string | undefined;
  groupOID?: string | undefined;
}

/** The field that is missing or one too many; null: exactly one of them is given. */
const unfit = (given: Which): keyof Which | null => {
  const [first, second] = (['oids', 'dockOID', 'groupOID'] as const).filter(
    (field) => given[field] !== undefined,
  );
  return first === undefined ? 'oids' : (second ?? null);
};

/** What became of one of several tasks. */
export const severalOutcome = z.object({
  oid,
  /** Null: no such task is in sight of the caller. */
  name: z.string().nullable(),
  outcome: z.enum(['done', 'refused']),
  /** Why it is as it was before; null: it was done. */
  reason: z.string().nullable(),
  /** The same in words, in the caller's language. */
  message: z.string().nullable(),
});
export type SeveralOutcome = z.output<typeof severalOutcome>;

const outcomes = z.object({
  list: z.array(severalOutcome),
  /** Tasks in sight that were asked for; more than the list has: the others were not dealt with, and are by the same call. */
  total: z.number().int(),
});
export type SeveralOutcomes = z.output<typeof outcomes>;

/** @param path where the calls of tasks begin */
export const taskSeveralCalls = (path: string) => ({
  pauseTasks: call({
    method: 'POST',
    path: `${path}/pauseTasks.rest`,
    effect: 'changes',
    audit: 'task.pause',
    // Of one that is refused alone the answer says why.
    refuses: ['taskManual', 'taskPaused'],
    summary: 'Pause several timed tasks for one reason; each says for itself whether it was paused',
    permission,
    request: z.object({ ...which, reason: text(200) }).superRefine((given, { addIssue }) => {
      const field = unfit(given);
      if (field) addIssue({ code: 'custom', path: [field], message: 'oneOfThese' });
    }),
    response: outcomes,
  }),
  restoreTasks: call({
    method: 'POST',
    path: `${path}/restoreTasks.rest`,
    effect: 'changes',
    audit: 'task.resume',
    refuses: ['taskNotPaused', 'taskPausedOtherwise'],
    summary:
      'Resume several paused tasks; with `reason` only those that were paused for it, which all of a dock or department need',
    permission,
    request: z.object({ ...which, reason: text(200).optional() }).superRefine((given, { addIssue }) => {
      const field = unfit(given);
      if (field) addIssue({ code: 'custom', path: [field], message: 'oneOfThese' });
      // Somebody else may have paused one of them for another reason that still holds.
      else if (given.oids === undefined && given.reason === undefined)
        addIssue({ code: 'custom', path: ['reason'], message: 'required' });
    }),
    response: outcomes,
  }),
});
