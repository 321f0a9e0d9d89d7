import { afterReport } from '@eyrie/domain';
import { logListMethod, logListOf, logProgressOf, type DeviceMessage, type LogFileReport } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { DockLink } from '../dock/index.ts';
import type { LogEndings } from './dock-log.endings.ts';
import { insertListing, moveUpload, openUploadsOfDock, type DockLogRow } from './dock-log.store.ts';

export interface DockLogGatewayDependencies {
  endings: Pick<LogEndings, 'end' | 'verify'>;
  changed(link: DockLink): void;
}

/** Takes in what docks say of their log files. Only what a dock says on its own link counts, and only for its own uploads. */
export const createDockLogGateway = (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { endings, changed }: DockLogGatewayDependencies,
) => {
  const now = (): Date => new Date(Math.round(serverTime()));

  const take = async (link: DockLink, row: DockLogRow, report: LogFileReport): Promise<void> => {
    const size = row.size === null ? null : Number(row.size);
    const next = afterReport({ state: row.state, percent: row.percent, size }, report);
    if (!next) return;
    const heard = { heard_at: now(), changed_at: now() };
    if (next.state === 'uploading') {
      const { state, percent, step, size: named } = next;
      if (await moveUpload(db, row.oid, { state, percent, step, size: named, ...heard })) changed(link);
    } else if (next.state === 'said') {
      // Kept first: where the store cannot be asked now, the next look at it does.
      const said = { state: 'uploading', said_done: true, size: next.size, ...heard } as const;
      if (await moveUpload(db, row.oid, said))
        await endings.verify({ ...row, size: next.size?.toString() ?? null });
    } else if (next.state === 'failed')
      await endings.end(row, { state: 'failed', fault: next.fault, code: next.code, ...heard });
    else await endings.end(row, { state: 'cancelled', ...heard });
  };

  return {
    /** A dock answers an order. Its list is kept before the answer counts. */
    async listed(link: DockLink, message: DeviceMessage): Promise<void> {
      if (message.method !== logListMethod || !message.bid || !isUuid(message.bid)) return;
      const modules = logListOf(message.data) ?? logListOf(message.raw);
      if (modules)
        await insertListing(db, { commandOID: message.bid, dockOID: link.dock.oid, modules, at: now() });
    },

    /** A dock reports how far it is. */
    async progressed(link: DockLink, message: DeviceMessage): Promise<void> {
      const reports = logProgressOf(message.data);
      if (reports.length === 0) return;
      const open = await openUploadsOfDock(db, link.dock.oid);
      for (const report of reports)
        for (const row of open)
          if (report.key === null ? row.command_oid === message.bid : row.object_key === report.key)
            await take(link, row, report);
    },
  };
};
