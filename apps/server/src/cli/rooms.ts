import { createAuditLog } from '../modules/audit-log/index.ts';
import { createDepartment } from '../modules/department/index.ts';
import { createMember } from '../modules/member/index.ts';
import { createOrganisation } from '../modules/organisation/index.ts';
import { createRole } from '../modules/role/index.ts';
import { createSession } from '../modules/session/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { newOid } from '../platform/oid.ts';
import { connectDatabase } from '../platform/postgres/index.ts';
import type { Runtime } from '../platform/runtime.ts';
import { fillOrganisation } from '../processes/fill-organisation.ts';
import { withDatabase } from './database.ts';

/** The rooms around people, for commands that change them; a server may run on the same database meanwhile. */
export function withPeople<T>(work: (people: ReturnType<typeof peopleOn>) => Promise<T>): Promise<T> {
  return withDatabase(async (url) => {
    const database = connectDatabase({ url, log: createLog({ level: 'warn' }), poolSize: 2 });
    try {
      return await work(peopleOn(database));
    } finally {
      await database.close();
    }
  });
}

function peopleOn(database: ReturnType<typeof connectDatabase>) {
  const log = createLog({ level: 'warn' });
  const serverTime = systemClock.wall;
  const runtime: Runtime = { db: database.kysely, log, clock: systemClock, serverTime, newOid };
  const audit = createAuditLog(runtime);
  const department = createDepartment(runtime);
  const member = createMember(runtime, { department });
  const role = createRole(runtime);
  const organisation = createOrganisation(runtime, {
    audit,
    department,
    member,
    role,
    fill: fillOrganisation(runtime),
  });
  const { listen } = database;
  const session = createSession(runtime, { listen, audit, department, member, organisation });
  return { db: runtime.db, audit, member, organisation, session };
}
