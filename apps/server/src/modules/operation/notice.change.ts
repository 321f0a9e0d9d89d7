import {
  fullNames,
  limits,
  nameLanguages,
  noticeState,
  windowFaults,
  type noticeCalls,
  type NoticeKind,
  type NoticeTexts,
  type ParsedRequestOf,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { platformRight } from '../permission/index.ts';
import { notices } from './notice.list.store.ts';
import {
  endNotice,
  insertNotice,
  lockNotices,
  openNotices,
  showAgain,
  notifyServers,
  updateNotice,
  type StoredNotice,
} from './notice.store.ts';

export interface NoticeChangeDeps {
  runtime: Runtime;
  audit: AuditLog;
  /** Makes the open consoles of an organisation (null: of all) ask again. */
  notifyConsoles(groupRoot: string | null): Promise<void>;
}
/** A notice as it is handed in. */
export type Given = Omit<ParsedRequestOf<typeof noticeCalls.addForAll>, 'kind'>;
type Fields = Omit<Given, 'texts'> & { texts: NoticeTexts };

/** Those of the instance are its operators', those of an organisation its administrators'. */
export const mayChange = (caller: Caller, { groupRoot }: Pick<StoredNotice, 'groupRoot'>): boolean =>
  groupRoot === null
    ? caller.resources.has(platformRight)
    : groupRoot === caller.groupRoot && caller.resources.has('organisation:edit');

/** What was given, whole. @throws Refusal where it says nothing in any language. */
const whole = <G extends Pick<Given, 'texts'>>(given: G): Omit<G, 'texts'> & { texts: NoticeTexts } => {
  const texts = fullNames(given.texts);
  if (!nameLanguages.some((one) => texts[one] !== '')) throw invalidField('texts', 'textNeeded');
  return { ...given, texts };
};

const requireWindow = (kind: NoticeKind, fields: Fields, at: { now: number; begun: boolean }): void => {
  const [fault] = windowFaults(kind, fields, at);
  if (fault) throw invalidField(fault.path, fault.rule);
};

/** Two times of maintenance that touch would make "until when" a lie. */
const requireApart = async (
  trx: DbOrTrx,
  { from, until }: Fields,
  { now, except }: { now: number; except: string },
): Promise<void> => {
  const others = await openNotices(trx, null, new Date(now));
  const other = others.find(
    (one) => one.kind === 'maintenance' && one.oid !== except && one.from < until && from < one.until,
  );
  if (other) throw invalidField('from', 'overlaps');
};

/** After the commit. A console that misses it asks by itself a little later. */
const publishChange = ({ runtime, notifyConsoles }: NoticeChangeDeps, groupRoot: string | null): void =>
  void notifyConsoles(groupRoot).catch((error: unknown) =>
    runtime.log.warn({ err: error }, 'consoles learn of a notice later'),
  );

/** @returns its oid. @throws Refusal `invalid` */
export async function addNotice(
  deps: NoticeChangeDeps,
  kind: NoticeKind,
  groupRoot: string | null,
  given: Given,
  context: CallContext,
): Promise<string> {
  const { runtime, audit } = deps;
  const now = (): number => Math.round(runtime.serverTime());
  const { memberOID } = context.caller;
  const fields = whole(given);
  requireWindow(kind, fields, { now: now(), begun: false });
  const oid = runtime.newOid();
  await runtime.db.transaction().execute(async (trx) => {
    await lockNotices(trx);
    const open = await openNotices(trx, groupRoot, new Date(now()));
    if (open.length >= limits.operation.notice.openMost)
      throw invalidField('texts', 'tooMany', { max: limits.operation.notice.openMost });
    if (kind === 'maintenance') await requireApart(trx, fields, { now: now(), except: oid });
    await insertNotice(trx, { ...fields, oid, kind, groupRoot, memberOID, at: new Date(now()) });
    await notifyServers(trx);
    await audit.done(trx, context, `${kind}.add`, {
      oid,
      scope: groupRoot === null ? 'instance' : 'organisation',
      ...fields,
    });
  });
  publishChange(deps, groupRoot);
  return oid;
}

/** Changes one that is not over and that the caller may change. */
async function changeNotice(
  deps: NoticeChangeDeps,
  oid: string,
  context: CallContext,
  step: (trx: DbOrTrx, notice: StoredNotice) => Promise<{ word: string; detail: Record<string, unknown> }>,
): Promise<void> {
  const { runtime, audit } = deps;
  const { db } = runtime;
  const { caller } = context;
  const ownOne = async (at: DbOrTrx): Promise<StoredNotice> => {
    const found = await notices.byOid(at, { caller }, oid);
    if (!found || !mayChange(caller, found)) throw notFound();
    return found;
  };
  // Nobody makes others wait in line for what is not theirs.
  await ownOne(db);
  const groupRoot = await db.transaction().execute(async (trx) => {
    await lockNotices(trx);
    const found = await ownOne(trx);
    const state = noticeState(found, Math.round(runtime.serverTime()));
    if (state === 'over') throw new Refusal('noticeOver', { data: { state } });
    const { word, detail } = await step(trx, found);
    await notifyServers(trx);
    const action = `${found.kind}.${word}`;
    await audit.done(trx, context, action, { oid, ...detail });
    return found.groupRoot;
  });
  publishChange(deps, groupRoot);
}

/** @throws Refusal `notFound`, `conflict` when it is over, `invalid` */
export const editNotice = (
  deps: NoticeChangeDeps,
  { oid, ...given }: ParsedRequestOf<typeof noticeCalls.edit>,
  context: CallContext,
): Promise<void> =>
  changeNotice(deps, oid, context, async (trx, found) => {
    const now = Math.round(deps.runtime.serverTime());
    const fields = whole(given);
    const begun = found.from <= now;
    // What has begun keeps its beginning: it cannot be made not to have been.
    const next = { ...fields, from: begun ? found.from : fields.from };
    requireWindow(found.kind, next, { now, begun });
    if (found.kind === 'maintenance') await requireApart(trx, next, { now, except: oid });
    const onSignIn = found.groupRoot === null && fields.onSignIn;
    await updateNotice(trx, oid, { ...next, onSignIn });
    if (nameLanguages.some((one) => found.texts[one] !== fields.texts[one])) await showAgain(trx, oid);
    return { word: 'edit', detail: { ...next, onSignIn } };
  });

/** Ends it before its time. @throws Refusal `notFound`, `conflict` when it is over */
export const endNoticeNow = (deps: NoticeChangeDeps, oid: string, context: CallContext): Promise<void> =>
  changeNotice(deps, oid, context, async (trx, found) => {
    await endNotice(trx, oid, new Date(Math.round(deps.runtime.serverTime())));
    return { word: 'end', detail: { from: found.from, until: found.until } };
  });
