import { z } from 'zod';
import { call } from '../call.ts';
import { done, empty, oid, recordVersion } from '../shape.ts';
import { mediaKinds } from './media.shape.ts';
import { resultLimits } from './result-limits.ts';

const readers = ['/AchievementDisplay'] as const;
const keepers = ['media:keep'] as const;

/** How full a quota is; `none`: there is none. */
const quotaStates = ['none', 'free', 'near', 'full'] as const;

const figures = { count: z.number().int(), bytes: z.number() };

/** Room of a department: everything of it and below it, the bin and uploads on their way counted too. */
const departmentStorage = z.object({
  groupOID: oid,
  groupName: z.string(),
  ...figures,
  /** Bytes that it may have; null: nobody has set a quota. */
  quota: z.number().nullable(),
  state: z.enum(quotaStates),
  /** Of the quota; 0: nobody has set one. */
  version: recordVersion,
  allowed: z.array(z.string()),
});
export type DepartmentStorage = z.output<typeof departmentStorage>;

/** What files take, and what departments may take. */
export const storageCalls = {
  statistics: call({
    method: 'POST',
    path: '/nebula-five/uavfile/statistics.rest',
    effect: 'reads',
    summary:
      'How many files there are of each kind, their bytes, those in the bin, and what each department takes of its quota',
    permission: readers,
    request: empty,
    response: z.object({
      kinds: z.array(z.object({ kind: z.enum(mediaKinds), ...figures })),
      /** Deleted and not gone yet: they take room as long as they can be restored. */
      bin: z.object(figures),
      /** Of the bytes that are there, those under legal hold. */
      held: z.object(figures),
      departments: z.array(departmentStorage),
    }),
  }),
  setQuota: call({
    method: 'POST',
    path: '/nebula-five/uavfile/setQuota.rest',
    effect: 'changes',
    audit: 'media.setQuota',
    refuses: ['quotaOfOwn'],
    summary:
      'Set how many bytes a department below the own one may have; people can upload no more then, what docks bring is always taken',
    permission: keepers,
    request: z.object({
      groupOID: oid,
      /** Null: no quota. */
      quota: z.number().int().min(resultLimits.quotaMin).max(resultLimits.quotaMax).nullable(),
      version: recordVersion,
    }),
    response: done,
  }),
};
