import { limits } from '@eyrie/domain';
import type { Listen } from '../../platform/postgres/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { SessionMemory } from './session-memory.ts';
import { sweepSessions } from './session-sweep.ts';
import type { SessionUse } from './session-use.ts';
import { endedAmong, membersOf, signedInWithRole } from './session.store.ts';

/** Passes on revocations in every process, and ends sessions that expired. */
export interface SessionWatch extends Unit {
  timers: readonly Timer[];
  /** Called once for each session that ends, in every process. Live connections and leases end by it. @returns a stop. */
  onEnded(handler: (sessionOID: string) => void): () => void;
  /** Called when a member's rights, department or state may have changed. @returns a stop. */
  onMemberChanged(handler: (memberOID: string) => void): () => void;
}

const register = <T>(handlers: Set<T>, handler: T): (() => void) => {
  handlers.add(handler);
  return () => handlers.delete(handler);
};

export function createSessionWatch(
  runtime: Pick<Runtime, 'db' | 'log' | 'serverTime'>,
  { listen, memory, use }: { listen: Listen; memory: SessionMemory; use: SessionUse },
): SessionWatch {
  const { db, log } = runtime;
  const ended = new Set<(sessionOID: string) => void>();
  const changed = new Set<(memberOID: string) => void>();
  const stops: (() => Promise<void>)[] = [];

  const notifyEnded = (sessionOID: string): void => {
    memory.forgetSession(sessionOID);
    use.forget(sessionOID);
    for (const handler of ended) handler(sessionOID);
  };
  const notifyChanged = (memberOID: string): void => {
    memory.forgetMember(memberOID);
    for (const handler of changed) handler(memberOID);
  };

  /** Forgets all cached rights, which costs one query a session, and notifies the members who are signed in. */
  async function notifyRoleChanged(roleOID: string): Promise<void> {
    memory.clear();
    for (const oid of await signedInWithRole(db, roleOID)) for (const handler of changed) handler(oid);
  }

  /** Catches up on notifications that were missed. */
  async function recheck(): Promise<void> {
    const sessions = [...new Set([...use.sessions(), ...memory.sessions()])];
    for (const oid of await endedAmong(db, sessions)) notifyEnded(oid);
    const members = new Set([...memory.members(), ...(await membersOf(db, use.sessions()))]);
    for (const oid of members) notifyChanged(oid);
  }

  /** An account that expires causes no notification, so sessions with live connections are polled. */
  async function checkLive(): Promise<void> {
    for (const oid of await endedAmong(db, use.sessions())) notifyEnded(oid);
  }

  const sweep = (): Promise<void> => sweepSessions(runtime);
  const quietly = (work: () => Promise<void>, what: string): void => {
    work().catch((err: unknown) => log.warn({ err }, what));
  };

  return {
    name: 'sessions',
    async start() {
      const gap = (): void => quietly(recheck, 'sessions could not be read again');
      stops.push(await listen('session_ended', notifyEnded, gap));
      stops.push(await listen('member_changed', notifyChanged));
      const role = (oid: string): void =>
        quietly(() => notifyRoleChanged(oid), 'a changed role could not be read');
      stops.push(await listen('role_changed', role));
      const policy = (): void => {
        memory.clear();
        quietly(sweep, 'sessions that a new rule ends could not be swept');
      };
      stops.push(await listen('policy_changed', policy));
    },
    timers: [
      { name: 'session.sweep', every: limits.session.touchEvery, once: 'instance', run: sweep },
      {
        name: 'session.check',
        every: limits.session.revocationPoll,
        once: 'instance',
        remembers: true,
        run: checkLive,
      },
    ],
    async stop() {
      await Promise.all(stops.splice(0).map((stop) => stop()));
      memory.clear();
      use.clear();
    },
    onEnded: (handler) => register(ended, handler),
    onMemberChanged: (handler) => register(changed, handler),
  };
}
