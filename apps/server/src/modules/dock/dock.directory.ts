import type { Listen } from '../../platform/postgres/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import { directoryRows, type DirectoryRow } from './dock.store.ts';

export interface DockDirectory extends Unit {
  find(dockOID: string): DirectoryRow | null;
  /** May a member of this department see the dock, or the aircraft behind one. Answered from memory. */
  visible(groupOID: string, kind: string, oid: string): boolean;
}

const refreshEvery = 30_000;

/**
 * All docks in memory: for the live endpoint, which asks for each delivery, and for return-home while the
 * database is away. Kept current by notification, and read again now and then.
 */
export const createDockDirectory = (runtime: Runtime, deps: { listen: Listen }): DockDirectory => {
  let docks = new Map<string, DirectoryRow>();
  let drones = new Map<string, DirectoryRow>();
  let timer: NodeJS.Timeout | null = null;
  let reading: Promise<void> | null = null;
  let again = false;
  const stops: (() => Promise<void>)[] = [];

  const read = async (): Promise<void> => {
    const rows = await directoryRows(runtime.db);
    docks = new Map(rows.map((row) => [row.oid, row]));
    drones = new Map(rows.flatMap((row) => (row.droneOID ? [[row.droneOID, row] as const] : [])));
  };
  const refresh = (): void => {
    if (reading) {
      again = true;
      return;
    }
    reading = read()
      .catch((error: unknown) =>
        runtime.log.warn({ err: error }, 'directory of docks not read; the last one stays'),
      )
      .finally(() => {
        reading = null;
        if (again) {
          again = false;
          refresh();
        }
      });
  };

  return {
    name: 'dock directory',
    async start() {
      await read();
      stops.push(await deps.listen('dock_changed', refresh, refresh));
      timer = setInterval(refresh, refreshEvery);
    },
    async stop() {
      if (timer) clearInterval(timer);
      for (const stop of stops) await stop();
    },
    find: (dockOID) => docks.get(dockOID) ?? null,
    visible(groupOID, kind, oid) {
      const row = kind === 'DRONE' ? drones.get(oid) : docks.get(oid);
      return row !== undefined && row.path.includes(groupOID);
    },
  };
};
