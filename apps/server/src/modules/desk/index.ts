import { deskCalls, limits, type DeskNote } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { allowedWords } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  acknowledgeNote,
  dropWatches,
  endWatch,
  insertNote,
  noteOf,
  recordWatch,
  openAlarms,
  openNotes,
  openOrders,
  pastNotes,
  postsNow,
  type NoteRow,
  type PostRow,
} from './desk.store.ts';

interface Served {
  runtime: Pick<Runtime, 'db' | 'clock' | 'newOid'>;
}

const { postsMost, notesOpenMost, watchLapses, dropEvery } = limits.desk;

const shown = ({ byOID, at, acknowledgedAt, ...note }: NoteRow, caller: Caller): DeskNote => ({
  ...note,
  at: at.getTime(),
  acknowledgedAt: acknowledgedAt?.getTime() ?? null,
  allowed:
    acknowledgedAt === null && byOID !== caller.memberOID
      ? allowedWords(caller.resources, [deskCalls.acknowledge])
      : [],
});

/** Members with what they control and watch, in the order of the rows. */
const peopleOf = (rows: readonly PostRow[]) =>
  [...Map.groupBy(rows, ({ oid }) => oid)].map(([oid, posts]) => ({
    oid,
    name: posts[0]?.name ?? '',
    posts: posts.map(({ dockOID, dockName, control, since }) => ({
      dockOID,
      dockName,
      control,
      since: since?.getTime() ?? null,
    })),
  }));

const mayAny = ({ resources }: Caller, ...pages: readonly string[]): boolean =>
  pages.some((page) => resources.has(page));

/** The desk of a shift: who does what now, what is open, and what one shift leaves to the next. */
export const endpoints = (
  { runtime: { db, clock, newOid } }: Served,
  { auditLog }: { auditLog: AuditLog },
): readonly Endpoint[] => {
  const now = (): Date => new Date(clock.wall());
  return [
    serve(deskCalls.now, async (_request, { caller }) => {
      const posts = await postsNow(db, caller, now());
      const open = await openNotes(db, caller);
      return {
        people: peopleOf(posts.slice(0, postsMost)),
        peopleMore: posts.length > postsMost,
        alarms: mayAny(caller, '/personalInfo', '/DeviceAll', '/PortMonitorSee')
          ? await openAlarms(db, caller)
          : null,
        orders: mayAny(caller, '/AlarmWorksheet', '/WarnWorkDetails') ? await openOrders(db, caller) : null,
        notes: {
          open: open.slice(0, notesOpenMost).map((note) => shown(note, caller)),
          openMore: open.length > notesOpenMost,
          past: (await pastNotes(db, caller)).map((note) => shown(note, caller)),
        },
      };
    }),
    serve(deskCalls.watch, async ({ dockOID, tabId, open }, { caller }) => {
      const watch = { sessionOID: caller.sessionOID, tabId, dockOID };
      if (!open) await endWatch(db, watch);
      else if (!(await recordWatch(db, caller, { ...watch, at: now() }))) throw notFound();
      return { ok: true as const };
    }),
    serve(deskCalls.note, ({ text }, context) =>
      db.transaction().execute(async (trx) => {
        const { groupRoot, groupOID, memberOID } = context.caller;
        const oid = newOid();
        await insertNote(trx, { oid, groupRoot, groupOID, text, memberOID, at: now() });
        const written = await noteOf(trx, context.caller, oid);
        if (!written) throw notFound();
        await auditLog.done(trx, context, 'desk.note', { text });
        return shown(written, context.caller);
      }),
    ),
    serve(deskCalls.acknowledge, ({ oid }, context) =>
      db.transaction().execute(async (trx) => {
        const { caller } = context;
        const note = await noteOf(trx, caller, oid, true);
        if (!note) throw notFound();
        if (note.acknowledgedBy !== null)
          throw new Refusal('noteAcknowledged', { values: { name: note.acknowledgedBy } });
        if (note.byOID === caller.memberOID) throw new Refusal('noteOwn');
        const at = now();
        await acknowledgeNote(trx, { oid, memberOID: caller.memberOID, at });
        await auditLog.done(trx, context, 'desk.acknowledge', { text: note.text, by: note.by });
        return shown({ ...note, acknowledgedBy: caller.name, acknowledgedAt: at }, caller);
      }),
    ),
  ];
};

export const timers = ({ runtime: { db, clock } }: Served, _others: unknown): readonly Timer[] => [
  {
    name: 'desk.dropWatches',
    every: dropEvery,
    once: 'any',
    run: () => dropWatches(db, new Date(clock.wall() - watchLapses)),
  },
];
