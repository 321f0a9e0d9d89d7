import { z } from 'zod';
import { call } from '../call.ts';
import { keepingLimits } from '../keeping.ts';
import {
  deleteRequest,
  done,
  empty,
  listOf,
  oid,
  optionalText,
  pageShape,
  recordVersion,
  sentInstant,
  text,
} from '../shape.ts';
import { binItem, keptRules, mediaKinds, retentionRules } from './media.shape.ts';

const readers = ['/AchievementDisplay'] as const;
const editors = ['media:edit'] as const;
const keepers = ['media:keep'] as const;

/** How long files stay: the bin, holds, and rules of the organisation. */
export const keepingCalls = {
  bin: call({
    method: 'POST',
    path: '/nebula-five/mediafile/bin.rest',
    effect: 'reads',
    summary: 'Deleted files of the own department and below that can be restored, the last deleted first',
    permission: editors,
    request: z.object({ ...pageShape, keyword: optionalText(64).optional() }),
    response: listOf(binItem),
  }),
  restore: call({
    method: 'POST',
    path: '/nebula-five/mediafile/restore.rest',
    effect: 'changes',
    audit: 'media.restore',
    summary: 'Take files out of the bin, all or none; rules count their days anew',
    permission: editors,
    request: deleteRequest,
    response: done,
  }),
  hold: call({
    method: 'POST',
    path: '/nebula-five/mediafile/hold.rest',
    effect: 'changes',
    audit: 'media.hold',
    summary: 'Put files under legal hold, all or none: neither people nor rules delete them',
    permission: keepers,
    request: deleteRequest.extend({ reason: text(keepingLimits.holdReason) }),
    response: done,
  }),
  release: call({
    method: 'POST',
    path: '/nebula-five/mediafile/release.rest',
    effect: 'changes',
    audit: 'media.release',
    summary: 'End the legal hold of files, all or none',
    permission: keepers,
    request: deleteRequest,
    response: done,
  }),
  retention: call({
    method: 'GET',
    path: '/nebula-five/mediafile/retention.rest',
    effect: 'reads',
    summary: 'How long the organisation keeps files',
    permission: readers,
    request: empty,
    response: keptRules,
  }),
  setRetention: call({
    method: 'POST',
    path: '/nebula-five/mediafile/setRetention.rest',
    effect: 'changes',
    audit: 'media.setRetention',
    refuses: ['retentionOfWhole'],
    summary: 'Set how long the organisation keeps files; what is older goes into the bin within an hour',
    permission: keepers,
    request: retentionRules.extend({ version: recordVersion }),
    response: keptRules,
  }),
  retentionPreview: call({
    method: 'POST',
    path: '/nebula-five/mediafile/retentionPreview.rest',
    effect: 'reads',
    refuses: ['retentionOfWhole'],
    summary: 'What would go into the bin by such rules at this moment, and what stays because it is held',
    permission: keepers,
    request: retentionRules,
    response: z.object({
      kinds: z.array(z.object({ kind: z.enum(mediaKinds), count: z.number().int(), bytes: z.number() })),
      held: z.number().int(),
      /** The oldest of them. */
      files: z.array(z.object({ oid, name: z.string(), createdAt: sentInstant })),
    }),
  }),
};
