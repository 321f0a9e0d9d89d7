import type { Listen } from '../../platform/postgres/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { directoryRows, type DirectoryRow } from './dock.store.ts';

export interface DockDirectory extends Unit {
  timer: Timer;
  find(dockOID: string): DirectoryRow | null;
  /** May a member of this department see the dock, or the aircraft behind one. Answered from memory. */
  visible(groupOID: string, kind: string, oid: string): boolean;
}

const refreshEvery = 30_000;

/** Rows by dock and by aircraft, replaced whole or one by one. */
const createRows = () => {
  let docks = new Map<string, DirectoryRow>();
  let drones = new Map<string, DirectoryRow>();
  const remove = (oid: string): void => {
    const droneOID = docks.get(oid)?.droneOID ?? null;
    docks.delete(oid);
    // Its next dock may have been read before.
    if (droneOID !== null && drones.get(droneOID)?.oid === oid) drones.delete(droneOID);
  };
  const add = (row: DirectoryRow): void => {
    docks.set(row.oid, row);
    if (row.droneOID !== null) drones.set(row.droneOID, row);
  };
  return {
    dock: (oid: string): DirectoryRow | undefined => docks.get(oid),
    drone: (oid: string): DirectoryRow | undefined => drones.get(oid),
    replaceAll(rows: readonly DirectoryRow[]): void {
      docks = new Map();
      drones = new Map();
      rows.forEach(add);
    },
    /** Those of `oids` that have no row are gone. */
    replace(oids: Iterable<string>, rows: readonly DirectoryRow[]): void {
      for (const oid of oids) remove(oid);
      rows.forEach(add);
    },
  };
};

/**
 * All docks in memory: for the live endpoint, which asks for each delivery, and for return-home while the
 * database is away. Kept current by notification, and read again now and then.
 */
export const createDockDirectory = (runtime: Runtime, deps: { listen: Listen }): DockDirectory => {
  const rows = createRows();
  const stops: (() => Promise<void>)[] = [];
  /** What is to be read: some docks, or all of them. */
  let due = new Set<string>();
  let allDue = false;
  let reading = false;
  let fault: Error | null = null;

  const read = async (oids: ReadonlySet<string> | null): Promise<void> => {
    if (oids === null) rows.replaceAll(await directoryRows(runtime.db));
    else rows.replace(oids, await directoryRows(runtime.db, [...oids]));
  };
  /** One reading at a time; what changes during it is read after it, however much it is, at once. */
  const readDue = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    while (allDue || due.size > 0) {
      const oids = allDue ? null : due;
      due = new Set();
      allDue = false;
      fault = null;
      await read(oids).catch((error: unknown) => {
        fault = error instanceof Error ? error : new Error(String(error));
        runtime.log.warn({ err: error }, 'directory of docks not read; the last one stays');
      });
    }
    reading = false;
  };
  const changed = (oid: string): void => {
    due.add(oid);
    void readDue();
  };
  const refresh = (): void => {
    allDue = true;
    void readDue();
  };

  return {
    name: 'dock directory',
    async start() {
      await read(null);
      stops.push(await deps.listen('dock_changed', changed, refresh));
    },
    async stop() {
      for (const stop of stops) await stop();
    },
    timer: {
      name: 'dock.readDirectory',
      every: refreshEvery,
      once: 'instance',
      remembers: true,
      async run() {
        allDue = true;
        await readDue();
        if (fault !== null) throw fault;
      },
    },
    find: (dockOID) => rows.dock(dockOID) ?? null,
    visible(groupOID, kind, oid) {
      const row = kind === 'DRONE' || kind === 'UAV' ? rows.drone(oid) : rows.dock(oid);
      return row !== undefined && row.path.includes(groupOID);
    },
  };
};
