import { faultOfStored, limits } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { LogCredentials } from './dock-log.keys.ts';
import {
  dropOldListings,
  moveUpload,
  uploadCleared,
  uploadsToClear,
  uploadsToLookAt,
  type DockLogRow,
} from './dock-log.store.ts';

export interface LogEndingDependencies {
  objects: {
    head(key: string): Promise<{ size: number } | null>;
    delete(key: string): Promise<void>;
  };
  credentials: LogCredentials;
  /** Uploads of a dock of an organisation stand otherwise. */
  publish(groupRoot: string, dockOID: string): void;
}

const atOnce = 100;

/** How uploads end: by what is really stored, or by silence. Every server can do it, and none twice. */
export const createLogEndings = (
  { db, serverTime, log }: Pick<Runtime, 'db' | 'serverTime' | 'log'>,
  { objects, credentials, publish }: LogEndingDependencies,
) => {
  const now = (): Date => new Date(Math.round(serverTime()));

  const end = async (row: DockLogRow, change: Parameters<typeof moveUpload>[2]): Promise<void> => {
    if (!(await moveUpload(db, row.oid, { ...change, changed_at: now() }))) return;
    await credentials.endIfOver(row.dock_oid, row.command_oid);
    publish(row.group_root, row.dock_oid);
  };

  /** The dock says that it is done: it is when the file is there, as large as it was named. */
  const verify = async (row: DockLogRow): Promise<void> => {
    const stored = await objects.head(row.object_key);
    const promised = row.size === null ? null : Number(row.size);
    const fault = faultOfStored(promised, stored?.size ?? null);
    if (fault) await end(row, { state: 'failed', fault });
    else await end(row, { state: 'uploaded', percent: 100, step: null, size: stored?.size ?? null });
  };

  const clear = async (row: DockLogRow): Promise<void> => {
    await objects.delete(row.object_key);
    await uploadCleared(db, row.oid);
  };

  /** One that fails keeps the others from nothing. */
  const each = async (rows: readonly DockLogRow[], work: (row: DockLogRow) => Promise<void>) => {
    for (const row of rows)
      await work(row).catch((error: unknown) =>
        log.warn({ err: error, dockOID: row.dock_oid }, 'an upload of log files was not looked after'),
      );
  };

  return {
    end,
    verify,
    clear,
    /** Ends what is done or silent, and removes what nobody is to have. */
    async pass(): Promise<void> {
      const at = now().getTime();
      const before = (ms: number): Date => new Date(at - ms);
      await each(await uploadsToLookAt(db, before(limits.dockLog.silence), atOnce), (row) =>
        row.said_done ? verify(row) : end(row, { state: 'failed', fault: 'silent' }),
      );
      await each(await uploadsToClear(db, before(limits.dockLog.clearAfter), atOnce), clear);
      await dropOldListings(db, before(limits.dockLog.listKept));
    },
  };
};
export type LogEndings = ReturnType<typeof createLogEndings>;
