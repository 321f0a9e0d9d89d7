import { randomBytes } from 'node:crypto';
import { encodeLanding, gatewayHas, landingMethods } from '@eyrie/dji';
import {
  askLanding,
  limits,
  spendLanding,
  type LandingAnswer,
  type LandingFault,
  type StickLanding,
  type StickOrderState,
} from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import { holderOf, type DrcSaid } from './drc.channel.ts';
import { isHolder, isStale, type Outgoing } from './drc.frames.ts';
import { recordSent, type SentOrder } from './drc.outcomes.ts';
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
  if (!spent.fault) {
    run.watchdog = { ...run.watchdog, armed: false };
    run.running = null;
  }
  return { landing, nonce: null, fault: spent.fault };
};

const rowOf = (
  { dockOID, groupRoot, watchdog }: DrcRun,
  landing: StickLanding | null,
  outcome: 'authorised' | StickOrderState,
): AuditEntry => {
  const { memberOID, sessionOID, epoch } = watchdog.holder;
  const who = { memberOID, sessionOID, leaseEpoch: epoch };
  const what = landing === null ? { action: 'drc.stop' } : { action: 'drc.land', detail: { landing } };
  return { groupRoot, dockOID, outcome, ...who, ...what };
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
  /** One after the other: what was sent stands in the log before what became of it. */
  let writing = Promise.resolve();
  const writeSoon = (entry: AuditEntry): void => {
    writing = writing
      .then(() => write(entry))
      .catch((error: unknown) => {
        log.warn({ err: error, dock: entry.dockOID }, 'a row of sticks is written down later');
        audit.enqueuePending(entry);
      });
  };
  return {
    /** It is known what became of orders, or that nobody knows. */
    settled(run: DrcRun, orders: readonly SentOrder[]): void {
      for (const { landing, state, result, ref } of orders) {
        // Pressed again at once it may be taken, or not: only the same once more says nothing new.
        if (run.unwritten.delete(ref) && state === run.stopWrittenAs) continue;
        if (landing === null) run.stopWrittenAs = state;
        writeSoon({
          ...rowOf(run, landing, state),
          ...(result === null ? {} : { code: result }),
          at: clock.wall(),
        });
      }
    },
    /** A stop was sent, and nothing is known of it yet: it waits for no row, and its row is written later where the log takes none now. */
    stopped(run: DrcRun, ref: string): void {
      const now = clock.mono();
      if (now - run.stopWrittenAt < limits.drc.stopRowEvery) {
        run.unwritten.add(ref);
        return;
      }
      run.stopWrittenAt = now;
      writeSoon({ ...rowOf(run, null, 'sent'), at: clock.wall() });
    },
    /**
     * Writes a landing down and sends it, in this order: nothing that moves goes out without its row. What became of it is a
     * row of its own.
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
      const row = rowOf(run, landing, 'authorised');
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
      const texts = [encodeLanding((run.seq += 1), landing)];
      const { ref } = recordSent(run, run.seq, landing, clock.mono());
      send(run, { texts, within: limits.drc.orderLife, ref, kind: 'moves' });
      return null;
    },
  };
};
