import { limits } from '@eyrie/domain';
import type { AccessHold, AccessHolds } from '../../platform/http/access.ts';
import type { Listen } from '../../platform/postgres/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { SessionService } from './session.service.ts';

export interface AccessHoldsDeps {
  session: Pick<SessionService, 'callerOf' | 'onEnded' | 'onMemberChanged' | 'touch'>;
  listen: Listen;
}

/** What is still going on, and which of it has to be judged again. */
export function createAccessHolds(
  { log }: Pick<Runtime, 'log'>,
  { session, listen }: AccessHoldsDeps,
): AccessHolds & Unit & { timer: Timer } {
  const holds = new Set<AccessHold>();
  /** To be judged, and whether the caller's department may see less. */
  const due = new Map<AccessHold, boolean>();
  const stops: (() => Promise<void> | void)[] = [];
  let changes = 0;
  let narrowings = 0;
  let judging = false;

  const end = (hold: AccessHold): void => {
    due.delete(hold);
    if (!holds.delete(hold)) return;
    log.info({ member: hold.caller?.memberOID, dock: hold.dockOID }, 'access ended while in use');
    hold.end();
  };
  const allowed = async (hold: AccessHold, narrowed: boolean): Promise<boolean> => {
    if (!hold.caller) return hold.allows(null, narrowed);
    // A program begins again.
    if (hold.caller.byToken) return false;
    const now = await session.callerOf(hold.caller.sessionOID);
    return now !== null && (await hold.allows(now, narrowed));
  };
  const checkDue = async (): Promise<void> => {
    if (judging) return;
    judging = true;
    for (const [hold, narrowed] of due) {
      due.delete(hold);
      try {
        if (!(await allowed(hold, narrowed))) end(hold);
      } catch (err) {
        // Without a database nothing can be revoked through it either.
        log.debug({ err }, 'access could not be judged; it is tried again');
        setTimeout(() => ask([hold], narrowed), limits.session.revocationPoll).unref();
      }
    }
    judging = false;
  };
  const ask = (which: Iterable<AccessHold>, narrowed: boolean): void => {
    for (const hold of which) if (holds.has(hold)) due.set(hold, narrowed || due.get(hold) === true);
    void checkDue();
  };
  const those = (fits: (hold: AccessHold) => boolean): AccessHold[] => [...holds].filter(fits);

  const memberChanged = (memberOID: string): void => {
    changes += 1;
    ask(
      those(({ caller }) => caller?.memberOID === memberOID),
      false,
    );
  };
  const dockChanged = (dockOID: string): void => {
    changes += 1;
    ask(
      those((hold) => hold.dockOID === dockOID),
      false,
    );
  };
  const sightLost = (departments: string): void => {
    changes += 1;
    narrowings += 1;
    const lost = new Set(departments.split(' '));
    ask(
      those(({ caller }) => caller !== null && lost.has(caller.groupOID)),
      true,
    );
  };
  /** What was announced while nobody listened may have been anything. */
  const anythingChanged = (): void => {
    changes += 1;
    narrowings += 1;
    ask(holds, true);
  };

  return {
    name: 'access holds',
    async start() {
      stops.push(
        session.onEnded((sessionOID) => {
          changes += 1;
          for (const hold of those(({ caller }) => caller?.sessionOID === sessionOID)) end(hold);
        }),
        session.onMemberChanged(memberChanged),
        await listen('dock_changed', dockChanged, anythingChanged),
        await listen('sight_lost', sightLost),
      );
    },
    timer: {
      name: 'session.touch',
      every: limits.session.touchEvery,
      once: 'instance',
      remembers: true,
      run: () =>
        Promise.all(
          [...holds].map(
            async ({ caller }) => caller && !caller.byToken && (await session.touch(caller.sessionOID)),
          ),
        ),
    },
    async stop() {
      for (const stop of stops.splice(0)) await stop();
    },
    stamp: () => ({ changes, narrowings }),
    hold(hold) {
      holds.add(hold);
      // The end of a session that nobody announces is noticed for those that are in use.
      if (hold.caller && !hold.caller.byToken) void session.touch(hold.caller.sessionOID);
      if (hold.since.changes !== changes) ask([hold], hold.since.narrowings !== narrowings);
      return () => {
        holds.delete(hold);
        due.delete(hold);
      };
    },
  };
}
