import { newOid } from '../oid.ts';
import type { TestDatabase } from '../postgres/test-database.ts';

/** Rows for tests of the broker: one organisation with one department for all docks of a test database. */
async function department(db: TestDatabase): Promise<{ root: string; group: string }> {
  const { rows } = await db.connection.pool.query<{ root: string; group: string }>(
    'select group_root as root, oid as group from department limit 1',
  );
  if (rows[0]) return rows[0];
  const [root, group] = [newOid(), newOid()];
  await db.connection.pool.query('insert into organisation (oid, name) values ($1, $2)', [root, 'Test']);
  await db.connection.pool.query(
    'insert into department (oid, group_root, name, path) values ($1, $2, $3, array[$1]::uuid[])',
    [group, root, 'Test'],
  );
  return { root, group };
}

/** Registers a dock with the stored form of its secret. @returns its oid */
export async function addDock(db: TestDatabase, sn: string, secretHash: Buffer): Promise<string> {
  const { root, group } = await department(db);
  const oid = newOid();
  await db.connection.pool.query(
    `insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
     values ($1, $2, $3, $4, $4, '3-2-0', 'DJI', $5)`,
    [oid, root, group, sn, secretHash],
  );
  return oid;
}

/** Registers an aircraft bound to a dock. */
export async function addDrone(db: TestDatabase, sn: string, dockSn: string): Promise<void> {
  const { root, group } = await department(db);
  await db.connection.pool.query(
    `insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
     select $1, $2, $3, $4, $4, '0-91-0', oid from dock where sn = $5 and deleted_at is null and not waiting`,
    [newOid(), root, group, sn, dockSn],
  );
}
