import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from '../platform/log.ts';
import type { DemoDock } from './demo.places.ts';
import type { ServerCalls } from './server-calls.ts';

export interface KnownDock {
  oid: string;
  sn: string;
  droneSn: string;
  secret: string;
}

interface DockRow {
  oid: string;
  sn: string;
  name: string;
}

/** Serial numbers and secrets, readable by the owner alone: a secret is shown once and never again. */
export class DockBook {
  private readonly path: string;
  private readonly docks: Record<string, KnownDock>;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'docks.json');
    this.docks = readBook(this.path);
  }

  get(name: string): KnownDock | undefined {
    return this.docks[name];
  }

  put(name: string, dock: KnownDock): void {
    this.docks[name] = dock;
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const next = `${this.path}.new`;
    writeFileSync(next, JSON.stringify(this.docks, null, 2), { mode: 0o600 });
    renameSync(next, this.path);
  }
}

function readBook(path: string): Record<string, KnownDock> {
  try {
    const book: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof book === 'object' && book !== null ? (book as Record<string, KnownDock>) : {};
  } catch {
    return {};
  }
}

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const lot = () => [...randomBytes(6)].map((byte) => letters[byte % letters.length]).join('');

/**
 * Makes sure that the dock is registered and its secret known. Null when the server does not let us: the
 * caller tries again later.
 */
export async function registerDock(
  calls: ServerCalls,
  book: DockBook,
  dock: DemoDock,
  log: Log,
): Promise<KnownDock | null> {
  const rows = await rowsNamed(calls, dock);
  if (!rows) return null;
  const known = book.get(dock.name);
  const kept = known && rows.find((row) => row.sn === known.sn);
  if (known && kept) return { ...known, oid: kept.oid };
  for (const row of rows) {
    // Its secret is lost, so nobody can ever sign in as it again.
    const gone = await calls.post('/nebula-five/uavdock/delete.rest', { oids: [row.oid] });
    log('dockWithoutSecret', { name: row.name, sn: row.sn, deleted: gone.ok });
    if (!gone.ok) return null;
  }
  return addDock(calls, book, dock, log);
}

async function rowsNamed(calls: ServerCalls, dock: DemoDock): Promise<DockRow[] | null> {
  const body = { keyword: dock.name, pageSize: 50 };
  const found = await calls.post<{ list: DockRow[] }>('/nebula-five/uavdock/query.rest', body);
  if (!found.ok) return null;
  return found.data.list.filter((row) => row.name === dock.name && row.sn.startsWith(dock.prefix));
}

async function addDock(
  calls: ServerCalls,
  book: DockBook,
  dock: DemoDock,
  log: Log,
): Promise<KnownDock | null> {
  const serial = lot();
  const sn = `${dock.prefix}${serial}`;
  const droneSn = `SIMDRONE${dock.prefix.at(-1)}${serial}`;
  const body = { name: dock.name, model: dock.model, sn, groupOID: calls.groupOID, vendor: 'DJI', droneSn };
  const added = await calls.post<{ oid: string; secret: string }>('/nebula-five/uavdock/add.rest', body);
  if (!added.ok) {
    log('dockRefused', { name: dock.name, reason: added.reason, message: added.message });
    return null;
  }
  const known = { oid: added.data.oid, sn, droneSn, secret: added.data.secret };
  book.put(dock.name, known);
  log('dockAdded', { name: dock.name, sn });
  return known;
}
