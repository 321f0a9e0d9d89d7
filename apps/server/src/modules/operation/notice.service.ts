import {
  isShown,
  noticeCalls,
  noticeState,
  type NoticeRecord,
  type ParsedRequestOf,
  type ShownNotice,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { allowedWords } from '../permission/index.ts';
import {
  addNotice,
  editNotice,
  endNoticeNow,
  mayChange,
  type Given,
  type NoticeChangeDeps,
} from './notice.change.ts';
import { notices } from './notice.list.store.ts';
import { noticesFor, putAway, type StoredNotice } from './notice.store.ts';
import type { NoticeWatch } from './notice.watch.ts';

export interface NoticeDeps extends Omit<NoticeChangeDeps, 'runtime'> {
  watch: Pick<NoticeWatch, 'ofInstance'>;
}

const shown = ({ oid, kind, level, texts, from, until }: StoredNotice): ShownNotice => ({
  oid,
  kind,
  level,
  texts,
  from,
  until,
});

/** As the caller sees it at a moment. */
const record = (caller: Caller, notice: StoredNotice, at: number): NoticeRecord => {
  const state = noticeState(notice, at);
  const open = state !== 'over' && mayChange(caller, notice);
  const { author } = notice;
  return {
    ...shown(notice),
    scope: notice.groupRoot === null ? 'instance' : 'organisation',
    onSignIn: notice.onSignIn,
    state,
    // Who runs the instance is nobody else's business.
    createdBy:
      author && author.groupRoot === caller.groupRoot ? { oid: author.oid, name: author.name } : null,
    createdAt: notice.createdAt,
    endedAt: notice.endedAt,
    allowed: open ? allowedWords(caller.resources, [noticeCalls.edit, noticeCalls.end]) : [],
  };
};

/** Announcements and maintenance. */
export function createNotices(runtime: Runtime, { watch, ...changing }: NoticeDeps) {
  const { db } = runtime;
  const deps = { ...changing, runtime };
  const now = (): number => Math.round(runtime.serverTime());

  const get = async (caller: Caller, oid: string): Promise<NoticeRecord> => {
    const found = await notices.byOid(db, { caller }, oid);
    if (!found) throw notFound();
    return record(caller, found, now());
  };

  return {
    async list(caller: Caller, { state, ...page }: ParsedRequestOf<typeof noticeCalls.query>) {
      const at = now();
      const being = state && { state, at: new Date(at) };
      const { rows, ...counted } = await notices.page(db, { caller }, { being }, page);
      return { list: rows.map((one) => record(caller, one, at)), ...counted, ...page };
    },
    addHere: async (fields: Omit<Given, 'onSignIn'>, context: CallContext) => {
      const { caller } = context;
      const given = { ...fields, onSignIn: false };
      return get(caller, await addNotice(deps, 'announcement', caller.groupRoot, given, context));
    },
    addForAll: async (
      { kind, ...fields }: ParsedRequestOf<typeof noticeCalls.addForAll>,
      context: CallContext,
    ) => get(context.caller, await addNotice(deps, kind, null, fields, context)),
    edit: async (request: ParsedRequestOf<typeof noticeCalls.edit>, context: CallContext) => {
      await editNotice(deps, request, context);
      return get(context.caller, request.oid);
    },
    end: async (oid: string, context: CallContext) => {
      await endNoticeNow(deps, oid, context);
      return get(context.caller, oid);
    },
    async shownTo(caller: Caller) {
      const at = now();
      return { at, list: (await noticesFor(db, caller, new Date(at))).map(shown) };
    },
    /** From memory: strangers may ask as often as they like. */
    shownOutside() {
      const at = now();
      return {
        at,
        list: watch
          .ofInstance()
          .filter((one) => one.onSignIn && isShown(one, at))
          .map(shown),
      };
    },
    async putAway(caller: Caller, oid: string): Promise<void> {
      const found = await notices.byOid(db, { caller }, oid);
      if (!found) throw notFound();
      if (found.kind === 'maintenance') throw new Refusal('noticeStays', { data: { kind: found.kind } });
      await putAway(db, oid, caller.memberOID, new Date(now()));
    },
  };
}
export type Notices = ReturnType<typeof createNotices>;
