import { z } from 'zod';
import { call } from '../call.ts';
import { notificationLevels } from '../room.ts';
import { deleteRequest, done, empty, listOf, oid, pageShape } from '../shape.ts';
import { notificationPreferences, notificationRecord } from './notification.ts';

export const notificationCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/notification/query.rest',
    effect: 'reads',
    summary: 'What the caller was told, newest first',
    permission: 'session',
    request: z.object({
      ...pageShape,
      unread: z.boolean().optional(),
      level: z.enum(notificationLevels).optional(),
    }),
    response: listOf(notificationRecord),
  }),
  unreadCount: call({
    method: 'GET',
    path: '/nebula-five/notification/unreadCount.rest',
    effect: 'reads',
    summary: 'How much of it the caller has not read',
    permission: 'session',
    request: empty,
    response: z.object({ count: z.number().int() }),
  }),
  read: call({
    method: 'POST',
    path: '/nebula-five/notification/read.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: { none: 'a mark of the reader for the reader' },
    summary: 'Mark some of it, or all, as read',
    permission: 'session',
    request: z.object({ oids: z.array(oid).min(1).max(200).optional(), all: z.boolean().optional() }),
    response: z.object({ count: z.number().int() }),
  }),
  remove: call({
    method: 'POST',
    path: '/nebula-five/notification/delete.rest',
    effect: 'changes',
    audit: 'notification.delete',
    summary: 'Delete some of it, all or nothing',
    permission: 'session',
    request: deleteRequest,
    response: done,
  }),
  preferencesGet: call({
    method: 'GET',
    path: '/nebula-five/notification/preferencesGet.rest',
    effect: 'reads',
    summary: 'How the caller wants to be told, and the time zone of the quiet hours',
    permission: 'session',
    request: empty,
    response: notificationPreferences.extend({ timeZone: z.string() }),
  }),
  preferencesSet: call({
    method: 'POST',
    path: '/nebula-five/notification/preferencesSet.rest',
    effect: 'changes',
    audit: 'notification.preferencesSet',
    summary: 'Change how the caller is told; alarms that concern safety always are',
    permission: 'session',
    request: notificationPreferences,
    response: notificationPreferences.extend({ timeZone: z.string() }),
  }),
};
