import { randomUUID } from 'node:crypto';
import { refusalsOf, type FirstRoleKey } from '@eyrie/domain';
import { BytesAnswer, type CallContext, type Caller, type Endpoint } from '../platform/http/endpoint.ts';
import { runCall } from '../platform/http/guard.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createLog } from '../platform/log.ts';
import { createOidSource } from '../platform/oid.ts';
import { createTestDatabase } from '../platform/postgres/test-database.ts';
import type { Db, Runtime } from '../platform/runtime.ts';
import { createTimers } from '../platform/timers.ts';
import { createAuditLog } from '../modules/audit-log/index.ts';
import { createDepartment } from '../modules/department/index.ts';
import { createMember, type MemberRoom } from '../modules/member/index.ts';
import { createOrganisation } from '../modules/organisation/index.ts';
import { createRole } from '../modules/role/index.ts';
import { createSession, type SessionRoom } from '../modules/session/index.ts';
import { requireNamedDetails } from './audit-details.ts';

const START = 1_760_000_000_000;

/** A clock that stands still until it is moved. */
export class TestClock {
  #passed = 0;
  wall = (): number => START + this.#passed;
  mono = (): number => 5_000 + this.#passed;
  move(milliseconds: number): void {
    this.#passed += milliseconds;
  }
}

/** A call's surroundings as the HTTP layer makes them, with the cookies it was asked to set. */
export interface TestContext extends CallContext {
  cookies: Map<string, { value: string; maxAge: number | null }>;
}

export function testContext(part: Partial<CallContext> = {}): TestContext {
  const cookies: TestContext['cookies'] = new Map();
  return {
    caller: undefined as unknown as Caller,
    language: 'en',
    address: '192.0.2.1',
    userAgent: 'test',
    correlationId: randomUUID(),
    log: createLog({ level: 'silent' }),
    file: null,
    setCookie: (name, value, maxAge) => void cookies.set(name, { value, maxAge }),
    clearCookies: () => cookies.clear(),
    cookie: (name) => cookies.get(name)?.value,
    range: null,
    token: null,
    ...part,
    cookies,
  };
}

const testRuntime = (db: Db, clock: TestClock): Runtime => ({
  db,
  log: createLog({ level: 'silent' }),
  clock,
  serverTime: clock.wall,
  newOid: createOidSource({
    wall: clock.wall,
    random: (size) => crypto.getRandomValues(new Uint8Array(size)),
  }),
});

/** Makes calls as the HTTP layer does: authenticated by their token, guarded, parsed in and out. */
const callerOn =
  (served: readonly Endpoint[], session: SessionRoom, undeclared: string[]) =>
  async (
    declaration: Endpoint['declaration'],
    request: unknown,
    part: Partial<CallContext> & { extra?: readonly Endpoint[] } = {},
  ): Promise<{ data: unknown; context: TestContext }> => {
    const { extra = [], ...given } = part;
    const endpoint = [...served, ...extra].find((one) => one.declaration === declaration);
    if (!endpoint) throw new Error(`${declaration.path} is not served`);
    const context = testContext(given);
    const caller = context.token === null ? null : await session.authenticate(context.token);
    const answer = await runCall(endpoint, request, caller, context).catch((error: unknown) => {
      if (error instanceof Refusal && !refusalsOf(declaration).has(error.reason))
        undeclared.push(`${declaration.path}: ${error.reason}`);
      throw error;
    });
    return { data: answer instanceof BytesAnswer ? answer : answer.body.data, context };
  };

type Passwords = MemberRoom['passwords'];

/** Each password is hashed once a process: a hash takes as long as it must, and people of tests share a few passwords. */
const hashedOnce = ({ hash, verify }: Passwords): Passwords => {
  const hashes = new Map<string, Promise<string>>();
  return {
    verify,
    hash(password) {
      const found = hashes.get(password) ?? hash(password);
      hashes.set(password, found);
      found.catch(() => hashes.delete(password));
      return found;
    },
  };
};
let passwords: Passwords | undefined;

/** The rooms around sign-in on a database of their own, with a clock that the test moves. */
export async function createTestRooms() {
  const database = await createTestDatabase();
  const clock = new TestClock();
  const db = database.connection.kysely;
  const runtime = testRuntime(db, clock);
  const audit = createAuditLog(runtime);
  const department = createDepartment(runtime);
  passwords ??= hashedOnce(createMember(runtime, { department }).passwords);
  const member = createMember(runtime, { department, passwords: { ...passwords } });
  const role = createRole(runtime);
  const redirectUrl = (): string => 'http://127.0.0.1:9/openid/return';
  const openId = { redirectUrl, loopback: true };
  const organisation = createOrganisation(runtime, { audit, department, member, role, ...openId });
  const { listen } = database.connection;
  const session = createSession(runtime, { listen, audit, department, member, organisation, ...openId });
  await session.start();
  const timers = createTimers({
    ...runtime,
    databaseUp: () => true,
    runs: () => true,
    takeTurn: async () => async () => undefined,
  }).unit('timers', session.timers);
  await timers.start();
  const undeclared: string[] = [];
  const endpoints: Endpoint[] = [...member.endpoints, ...session.endpoints, ...organisation.endpoints];

  return {
    database,
    db,
    clock,
    runtime,
    audit,
    department,
    member,
    role,
    organisation,
    session,
    endpoints,

    call: callerOn(endpoints, session, undeclared),

    /** An organisation with one member for each role given. Accounts are `<name>-<role>`, the password is the same. */
    async seed(name: string, roles: readonly FirstRoleKey[], password: string) {
      const people = roles.map((key) => ({
        account: `${name}-${key}`,
        name: `${name} ${key}`,
        role: key,
        password,
        mustChange: false,
      }));
      return organisation.add({ name, first: false, people });
    },

    /** Opens a session without a password. @returns its token. */
    async tokenOf(account: string, remembered = false): Promise<string> {
      const row = await member.byAccount(db, account);
      if (!row) throw new Error(`no account ${account}`);
      const opened = await session.open(db, {
        memberOID: row.oid,
        remembered,
        address: '192.0.2.1',
        userAgent: 'test',
      });
      return opened.token;
    },

    /** @throws Error when a call refused for a reason that it does not declare itself */
    async close(): Promise<void> {
      await timers.stop();
      await session.stop();
      try {
        await requireNamedDetails(db);
      } finally {
        await database.drop();
      }
      if (undeclared.length > 0) throw new Error(`refused but not declared: ${undeclared.join(', ')}`);
    },
  };
}
export type TestRooms = Awaited<ReturnType<typeof createTestRooms>>;
