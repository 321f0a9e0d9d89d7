import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, done, empty, oid, text } from '../shape.ts';
import { markRequest, mediaComment } from './media.shape.ts';
import { resultLimits } from './result-limits.ts';

const readers = ['/AchievementDisplay'] as const;
const editors = ['media:edit'] as const;

/** What people say of files: stars, labels, comments. Whoever sees a file sees them. */
export const markCalls = {
  mark: call({
    method: 'POST',
    path: '/nebula-five/mediafile/mark.rest',
    effect: 'changes',
    audit: 'media.mark',
    refuses: ['labelsFull'],
    summary: 'Star files, or give them labels and take labels away; all or none',
    permission: editors,
    request: markRequest,
    response: done,
  }),
  labels: call({
    method: 'POST',
    path: '/nebula-five/mediafile/labels.rest',
    effect: 'reads',
    summary: 'Labels that files of the own department and below have, the most frequent first',
    permission: readers,
    request: empty,
    response: z.object({ list: z.array(z.object({ label: z.string(), count: z.number().int() })) }),
  }),
  comments: call({
    method: 'POST',
    path: '/nebula-five/mediafile/comments.rest',
    effect: 'reads',
    summary: 'Comments on a file, the oldest first',
    permission: readers,
    request: byOid,
    response: z.object({ list: z.array(mediaComment) }),
  }),
  comment: call({
    method: 'POST',
    path: '/nebula-five/mediafile/comment.rest',
    effect: 'changes',
    audit: 'media.comment',
    refuses: ['commentsFull'],
    summary: 'Comment on a file',
    permission: editors,
    request: z.object({ oid, comment: text(resultLimits.commentText) }),
    response: mediaComment,
  }),
  deleteComment: call({
    method: 'POST',
    path: '/nebula-five/mediafile/deleteComment.rest',
    effect: 'changes',
    audit: 'media.deleteComment',
    summary: 'Delete a comment on a file that is seen',
    permission: editors,
    request: z.object({ oid, commentOID: oid }),
    response: done,
  }),
};
