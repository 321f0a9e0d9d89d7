import { randomBytes } from 'node:crypto';
import { encodeLanding, gatewayHas, landingMethods } from '@eyrie/dji';
import {
  askLanding,
  limits,
  spendLanding,
  type LandingAnswer,
  type LandingFault,
  type StickLanding,
} from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import { holderOf, type DrcSaid } from './drc.channel.ts';
import { isHolder, isStale, type Outgoing } from './drc.frames.ts';
import type { DrcRun } from './drc.run.ts';

export type LandingStep = Extract<DrcSaid, { kind: 'askLanding' | 'land' }>;

/** Why whoever asks may not land it now; null: they may. */
const faultOf = (run: DrcRun, step: LandingStep, link: DockLink | null, now: number): LandingFault | null => {
  const { endedAt, verifiedAt } = run.watchdog;
  if (!link || run.endedBy !== null || endedAt !== null) return 'ended';
  if (!isHolder(run, holderOf(step))) return 'otherHolder';
  if (!gatewayHas(link.dock.model, landingMethods[step.landing])) return 'methodMissing';
  if (!run.confirmed || now - verifiedAt > limits.drc.sticks.verifiedWithin) return 'unverified';
  return isStale(run, now) ? 'stateStale' : null;
};

/**
 * A step of a landing arrived. The first moves nothing and returns a nonce; the second spends it, and locks the sticks.
 * @param now monotonic ms
 * @returns the answer; where it has neither nonce nor fault, the landing is to be written down and sent, once
 */
export const stepLanding = (
  run: DrcRun,
  step: LandingStep,
  link: DockLink | null,
  now: number,
): LandingAnswer => {
  const { landing } = step;
  const fault = faultOf(run, step, link, now);
  if (fault) return { landing, nonce: null, fault };
  if (step.kind === 'askLanding') {
    const nonce = randomBytes(18).toString('base64url');
    const asked = askLanding(run.landing, landing, nonce, now);
    run.landing = asked.state;
    return { landing, nonce: asked.fault ? null : nonce, fault: asked.fault };
  }
  const spent = spendLanding(run.landing, landing, step.nonce, now);
  run.landing = spent.state;
  if (!spent.fault) run.watchdog = { ...run.watchdog, armed: false };
  return { landing, nonce: null, fault: spent.fault };
};

const rowOf = (run: DrcRun, { dock }: DockLink): Omit<AuditEntry, 'action'> => {
  const { memberOID, sessionOID, epoch } = run.watchdog.holder;
  const who = { memberOID, sessionOID, leaseEpoch: epoch };
  return { groupRoot: dock.groupRoot, dockOID: dock.oid, outcome: 'done', ...who };
};

export interface LandingDependencies {
  audit: AuditLog;
  linkOf(dockOID: string): DockLink | null;
  send(run: DrcRun, outgoing: Outgoing): void;
}

/** What of flying by sticks is written down one by one: stops, and landings. */
export const createLandings = (
  { db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>,
  { audit, linkOf, send }: LandingDependencies,
) => {
  const write = (entry: AuditEntry): Promise<void> =>
    db.transaction().execute((trx) => audit.write(trx, entry));
  return {
    /** A stop was sent: it waits for no row, and its row is written later where the log takes none now. */
    stopped(run: DrcRun): void {
      const link = linkOf(run.dockOID);
      const now = clock.mono();
      if (!link || now - run.stopWrittenAt < limits.drc.stopRowEvery) return;
      run.stopWrittenAt = now;
      const entry = { ...rowOf(run, link), action: 'drc.stop', at: clock.wall() };
      write(entry).catch((error: unknown) => {
        log.warn({ err: error, dock: run.dockOID }, 'a stop by sticks is written down later');
        audit.enqueuePending(entry);
      });
    },
    /**
     * Writes a landing down and sends it, in this order: nothing that moves goes out without its row.
     * @returns why it was not sent; null: it was
     */
    async land(run: DrcRun, landing: StickLanding): Promise<LandingFault | null> {
      const { ordered } = run.landing;
      const link = linkOf(run.dockOID);
      const began = clock.mono();
      const giveUp = (fault: LandingFault): LandingFault => {
        if (run.landing.ordered === ordered) run.landing = { ...run.landing, ordered: null };
        return fault;
      };
      if (!link) return giveUp('ended');
      const row = { ...rowOf(run, link), action: 'drc.land', detail: { landing } };
      try {
        await write(row);
      } catch (error) {
        log.warn({ err: error, dock: run.dockOID }, 'a landing was not written down, and not sent');
        return giveUp('notWritten');
      }
      const late = clock.mono() - began > limits.drc.landing.writeWithin;
      const over = run.endedBy !== null || run.watchdog.endedAt !== null;
      // Stopped meanwhile: whoever stopped it does not want it any more.
      if (over || late || run.landing.ordered !== ordered) {
        audit.enqueuePending({ ...row, outcome: 'failed' });
        return giveUp(late ? 'notWritten' : 'ended');
      }
      send(run, { texts: [encodeLanding((run.seq += 1), landing)], within: null });
      return null;
    },
  };
};
