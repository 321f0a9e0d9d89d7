import {
  fullNames,
  isShown,
  limits,
  noticeCalls,
  noticeState,
  nameLanguages,
  windowFaults,
  type NoticeKind,
  type NoticeRecord,
  type NoticeTexts,
  type ParsedRequestOf,
  type ShownNotice,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { allowedWords, platformRight } from '../permission/index.ts';
import {
  endNotice,
  insertNotice,
  listNotices,
  lockNotices,
  noticeByOid,
  noticesFor,
  openNotices,
  putAway,
  showAgain,
  tellServers,
  updateNotice,
  type StoredNotice,
} from './notice.store.ts';
import type { NoticeWatch } from './notice.watch.ts';

export interface NoticeDeps {
  audit: AuditLog;
  watch: Pick<NoticeWatch, 'ofInstance'>;
  /** Tells the open consoles of an organisation (null: of all) to ask again. */
  tellConsoles(groupRoot: string | null): Promise<void>;
}
type Given = Omit<ParsedRequestOf<typeof noticeCalls.addForAll>, 'kind'>;
type Fields = Omit<Given, 'texts'> & { texts: NoticeTexts };

const mayChange = (caller: Caller, { groupRoot }: Pick<StoredNotice, 'groupRoot'>): boolean =>
  groupRoot === null
    ? caller.resources.has(platformRight)
    : groupRoot === caller.groupRoot && caller.resources.has('organisation:edit');

const shown = ({ oid, kind, level, texts, from, until }: StoredNotice): ShownNotice => ({
  oid,
  kind,
  level,
  texts,
  from,
  until,
});

/** What was given, whole. @throws Refusal where it says nothing in any language. */
const whole = <G extends Pick<Given, 'texts'>>(given: G): Omit<G, 'texts'> & { texts: NoticeTexts } => {
  const texts = fullNames(given.texts);
  if (!nameLanguages.some((one) => texts[one] !== '')) throw invalidField('texts', 'textNeeded');
  return { ...given, texts };
};

/** What everybody is told for a while, and maintenance. */
export function createNotices(runtime: Runtime, { audit, watch, tellConsoles }: NoticeDeps) {
  const { db } = runtime;
  const now = (): number => Math.round(runtime.serverTime());

  const record = (caller: Caller, notice: StoredNotice): NoticeRecord => {
    const state = noticeState(notice, now());
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

  const get = async (caller: Caller, oid: string): Promise<NoticeRecord> => {
    const found = await noticeByOid(db, caller.groupRoot, oid);
    if (!found) throw notFound();
    return record(caller, found);
  };

  const requireWindow = (kind: NoticeKind, fields: Fields, begun: boolean): void => {
    const [fault] = windowFaults(kind, fields, { now: now(), begun });
    if (fault) throw invalidField(fault.path, fault.rule);
  };

  /** Two times of maintenance that touch would make "until when" a lie. */
  const requireApart = async (trx: DbOrTrx, { from, until }: Fields, except: string): Promise<void> => {
    const others = await openNotices(trx, null, new Date(now()));
    const other = others.find(
      (one) => one.kind === 'maintenance' && one.oid !== except && one.from < until && from < one.until,
    );
    if (other) throw invalidField('from', 'overlaps');
  };

  /** After the commit: a console that is not told now asks by itself a little later. */
  const told = (groupRoot: string | null): void =>
    void tellConsoles(groupRoot).catch((error: unknown) =>
      runtime.log.warn({ err: error }, 'consoles learn of a notice later'),
    );

  async function add(
    kind: NoticeKind,
    groupRoot: string | null,
    given: Given,
    context: CallContext,
  ): Promise<NoticeRecord> {
    const { memberOID } = context.caller;
    const fields = whole(given);
    requireWindow(kind, fields, false);
    const oid = runtime.newOid();
    await db.transaction().execute(async (trx) => {
      await lockNotices(trx);
      const open = await openNotices(trx, groupRoot, new Date(now()));
      if (open.length >= limits.operation.notice.openMost)
        throw invalidField('texts', 'tooMany', { max: limits.operation.notice.openMost });
      if (kind === 'maintenance') await requireApart(trx, fields, oid);
      await insertNotice(trx, { ...fields, oid, kind, groupRoot, memberOID, at: new Date(now()) });
      await tellServers(trx);
      await audit.done(trx, context, `${kind}.add`, {
        oid,
        scope: groupRoot === null ? 'instance' : 'organisation',
        ...fields,
      });
    });
    told(groupRoot);
    return get(context.caller, oid);
  }

  /** Changes one that is not over and that the caller may change. */
  async function change(
    oid: string,
    context: CallContext,
    step: (trx: DbOrTrx, notice: StoredNotice) => Promise<{ word: string; detail: Record<string, unknown> }>,
  ): Promise<NoticeRecord> {
    const { caller } = context;
    const ownOne = async (at: DbOrTrx): Promise<StoredNotice> => {
      const found = await noticeByOid(at, caller.groupRoot, oid);
      if (!found || !mayChange(caller, found)) throw notFound();
      return found;
    };
    // Nobody makes others wait in line for what is not theirs.
    await ownOne(db);
    const groupRoot = await db.transaction().execute(async (trx) => {
      await lockNotices(trx);
      const found = await ownOne(trx);
      const state = noticeState(found, now());
      if (state === 'over') throw new Refusal('conflict', { data: { state } });
      const { word, detail } = await step(trx, found);
      await tellServers(trx);
      const action = `${found.kind}.${word}`;
      await audit.done(trx, context, action, { oid, ...detail });
      return found.groupRoot;
    });
    told(groupRoot);
    return get(caller, oid);
  }

  const edit = ({ oid, ...given }: ParsedRequestOf<typeof noticeCalls.edit>, context: CallContext) =>
    change(oid, context, async (trx, found) => {
      const fields = whole(given);
      const begun = found.from <= now();
      // What has begun keeps its beginning: it cannot be made not to have been.
      const next = { ...fields, from: begun ? found.from : fields.from };
      requireWindow(found.kind, next, begun);
      if (found.kind === 'maintenance') await requireApart(trx, next, oid);
      const onSignIn = found.groupRoot === null && fields.onSignIn;
      await updateNotice(trx, oid, { ...next, onSignIn });
      if (nameLanguages.some((one) => found.texts[one] !== fields.texts[one])) await showAgain(trx, oid);
      return { word: 'edit', detail: { ...next, onSignIn } };
    });

  const end = (oid: string, context: CallContext) =>
    change(oid, context, async (trx, found) => {
      await endNotice(trx, oid, new Date(now()));
      return { word: 'end', detail: { from: found.from, until: found.until } };
    });

  return {
    async list(caller: Caller, { state, ...page }: ParsedRequestOf<typeof noticeCalls.query>) {
      const { list, total } = await listNotices(db, caller.groupRoot, {
        ...page,
        state,
        at: new Date(now()),
      });
      return { list: list.map((one) => record(caller, one)), total, ...page };
    },
    addHere: (fields: Omit<Given, 'onSignIn'>, context: CallContext) =>
      add('announcement', context.caller.groupRoot, { ...fields, onSignIn: false }, context),
    addForAll: ({ kind, ...fields }: ParsedRequestOf<typeof noticeCalls.addForAll>, context: CallContext) =>
      add(kind, null, fields, context),
    edit,
    end,
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
      const found = await noticeByOid(db, caller.groupRoot, oid);
      if (!found) throw notFound();
      if (found.kind === 'maintenance') throw new Refusal('conflict', { data: { kind: found.kind } });
      await putAway(db, oid, caller.memberOID, new Date(now()));
    },
  };
}
export type Notices = ReturnType<typeof createNotices>;
