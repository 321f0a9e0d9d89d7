import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, done, empty, listOf, oid, pageShape, sentInstant } from '../shape.ts';
import { noticeFields, noticeKinds, noticeRecord, noticeStates, shownNotice } from './notice.ts';

export const noticeCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/operation/queryNotice.rest',
    summary: 'Announcements of the own organisation and of the whole instance, and maintenance; newest first',
    permission: ['/operation'],
    request: z.object({ ...pageShape, state: z.enum(noticeStates).optional() }),
    response: listOf(noticeRecord),
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/operation/noticeAdd.rest',
    summary: 'Announce something to the members of the own organisation',
    permission: ['organisation:edit'],
    request: z.object(noticeFields).omit({ onSignIn: true }),
    response: noticeRecord,
  }),
  addForAll: call({
    method: 'POST',
    path: '/nebula-five/operation/noticeAddForAll.rest',
    summary: 'Announce something, or plan maintenance, for every organisation of the instance',
    permission: ['platform:operate'],
    request: z.object({ ...noticeFields, kind: z.enum(noticeKinds) }),
    response: noticeRecord,
  }),
  edit: call({
    method: 'POST',
    path: '/nebula-five/operation/noticeEdit.rest',
    summary: 'Change what is announced, or its time, until it is over',
    permission: ['organisation:edit', 'platform:operate'],
    request: z.object({ oid, ...noticeFields }),
    response: noticeRecord,
  }),
  end: call({
    method: 'POST',
    path: '/nebula-five/operation/noticeEnd.rest',
    summary: 'End it now, or call it off before it begins',
    permission: ['organisation:edit', 'platform:operate'],
    request: byOid,
    response: noticeRecord,
  }),
  shown: call({
    method: 'GET',
    path: '/nebula-five/operation/getNotice.rest',
    summary: 'What a console shows now or soon: without what the caller has put away',
    permission: 'session',
    request: empty,
    response: z.object({ at: sentInstant, list: z.array(shownNotice) }),
  }),
  shownOutside: call({
    method: 'GET',
    path: '/nebula-five/operation/getPublicNotice.rest',
    summary: 'What is meant for everybody before the sign-in too',
    permission: 'public',
    request: empty,
    response: z.object({ at: sentInstant, list: z.array(shownNotice) }),
  }),
  putAway: call({
    method: 'POST',
    path: '/nebula-five/operation/noticePutAway.rest',
    summary: 'Show an announcement to the caller no more',
    permission: 'session',
    request: byOid,
    response: done,
  }),
};
