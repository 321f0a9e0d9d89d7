/** Our side: the product's HTTP server with its guard, its rooms and its database connection. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allCalls } from '@eyrie/domain';
import { createAuditLog } from '../../apps/server/src/modules/audit-log/index.ts';
import { createDepartment } from '../../apps/server/src/modules/department/index.ts';
import { createMember } from '../../apps/server/src/modules/member/index.ts';
import { createOrganisation } from '../../apps/server/src/modules/organisation/index.ts';
import { createRole } from '../../apps/server/src/modules/role/index.ts';
import { createRoute } from '../../apps/server/src/modules/route/index.ts';
import { createAccessHolds, createSession } from '../../apps/server/src/modules/session/index.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import type { Endpoint } from '../../apps/server/src/platform/http/endpoint.ts';
import { notFound } from '../../apps/server/src/platform/http/refusal.ts';
import { createHttpServer } from '../../apps/server/src/platform/http/server.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { createDiskObjects } from '../../apps/server/src/platform/objects/index.ts';
import { newOid } from '../../apps/server/src/platform/oid.ts';
import { connectDatabase } from '../../apps/server/src/platform/postgres/index.ts';
import type { Runtime } from '../../apps/server/src/platform/runtime.ts';
import { bareGround } from '../../apps/server/src/testing/bare-ground.ts';
import { answerQuestions } from '../process.ts';

answerQuestions(async ({ url, memberOID }: { url: string; memberOID: string }) => {
  const log = createLog({ level: 'warn' });
  // The ratio is wanted also on a machine so busy that the product would rather say "not now".
  const database = connectDatabase({ url, log, statementTimeout: 60_000, queryTimeout: 60_000 });
  const serverTime = (): number => Date.now();
  const runtime: Runtime = { db: database.kysely, log, clock: systemClock, serverTime, newOid };
  const audit = createAuditLog(runtime);
  const department = createDepartment(runtime);
  const member = createMember(runtime, { department });
  const role = createRole(runtime);
  const organisation = createOrganisation(runtime, { audit, department, member, role });
  const { listen } = database;
  const session = createSession(runtime, { listen, audit, department, member, organisation });
  await session.start();
  const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
  const objects = await createDiskObjects({ dataDir, clock: systemClock, publicUrl: () => '' });
  const route = createRoute(runtime, {
    audit,
    department,
    objects,
    ground: async () => null,
    surface: bareGround,
  });
  const served = [...member.endpoints, ...session.endpoints, ...route.endpoints];
  // The server insists on every call being served; those that this benchmark does not make say no.
  const others: Endpoint[] = allCalls
    .filter((declaration) => !served.some((one) => one.declaration === declaration))
    .map((declaration) => ({ declaration, handle: () => Promise.reject(notFound()) }));
  const server = await createHttpServer({
    endpoints: [...served, ...others],
    authenticate: (token, by) => session.authenticate(token, by),
    recentlyVerified: (token) => session.recentlyVerified(token),
    onRefusal: () => undefined,
    rightsOfRole: async () => null,
    access: createAccessHolds(runtime, { session, listen }),
    trustedProxies: [],
    tls: null,
    log,
    serverTime: runtime.serverTime,
    uploadFolder: join(tmpdir(), 'eyrie-bench-incoming'),
    notReady: () => null,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const opened = await session.open(runtime.db, {
    memberOID,
    remembered: false,
    address: '127.0.0.1',
    userAgent: 'bench',
  });
  return { port: (server.server.address() as { port: number }).port, token: opened.token };
});
