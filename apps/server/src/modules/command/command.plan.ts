import type { CommandMethod, CommandState, OrderFacts, RefusalReason } from '@eyrie/domain';
import type { Service } from '@eyrie/dji';
import type { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Before } from './command.before.ts';
import type { Command } from './command.store.ts';
import type { DockLink } from '../dock/index.ts';

export interface PlanRefusal {
  reason: RefusalReason;
  values?: Record<string, string | number>;
}

/** A link at one moment, whoever orders something of it and with what. */
export interface OfferMoment {
  link: DockLink;
  /** Monotonic ms. */
  now: number;
  /** What its dock and aircraft show. */
  facts(): OrderFacts;
}
/** Why the state of a device refuses an order, whoever gives it and with what; null: by that it may go. */
export type Offer = (moment: OfferMoment) => PlanRefusal | null;

export interface PlanContext {
  link: DockLink;
  command: Command;
  /** Monotonic ms. */
  now: number;
}

export interface WatchContext extends PlanContext {
  before: Before | null;
  /** Another order with the same effect was on its way at the same time: either may be the cause. */
  contested: boolean;
}

/** What the dock's state shows of an order. */
export interface Observation {
  state: CommandState;
  /** False: the state may last a moment only. It counts when the next message shows it too. */
  firm: boolean;
  /** In words, where the state alone does not say it. */
  reason?: RefusalReason;
}

export interface StepContext extends PlanContext {
  /** Which of its wire steps, from 0. */
  step: number;
}

export interface Step {
  service: Service;
  /** How long to wait for the acknowledgement, ms. */
  ack: number;
  /** Business id; null: a fresh one. */
  bid: string | null;
  /** It sets out though no step came before it: where its delivery is not known, it may have arrived. */
  setsOut?: true;
}

/**
 * The database's part of authorising, inside the transaction that claims a step, for each step anew; may throw a
 * Refusal. A returned detail means there is nothing to send: the command has succeeded with it.
 */
export type Judgement = (
  trx: DbOrTrx,
  context: StepContext,
) => Promise<{ nothingToSend: string } | undefined>;

/**
 * How one command method is carried out. The room that owns the method's business supplies it; the command
 * gateway owns fencing, expiry, sending once, acknowledgement and the record.
 */
export interface CommandPlan {
  /**
   * The part of `refuse` that asks nothing but the state of the device: pages are shown it before anybody orders anything.
   * Missing: what the order is given with decides.
   */
  offer?: Offer;
  /** Checked from the dock's own fresh state before anything is written. */
  refuse(context: PlanContext): PlanRefusal | null;
  /**
   * Runs before the transaction that authorises the command and does whatever lies outside the database: the
   * transaction holds the lease, and what waits in it keeps people from renewing and taking over control.
   */
  authorise?(context: PlanContext): Promise<Judgement>;
  /** A step of the command was refused: what must outlive the transaction that was rolled back. */
  refused?(command: Command, refusal: Refusal): Promise<void>;
  /** The wire steps in order; each is sent once, and only after the one before was accepted. Nothing slow: the first
   * one has been claimed. */
  steps(context: PlanContext): Promise<readonly ((acked: number) => Promise<Step>)[]>;
  /** Takes back what the steps before had the dock prepare. Never motion. */
  undo?(context: PlanContext): Step;
  /** A refusal of the device that means: already done. */
  countsAsAccepted?(code: number): boolean;
  /** Reads the outcome off the dock's own state; null while it does not show. */
  observe?(context: WatchContext): Observation | null;
  /** How long to watch for the outcome after the acknowledgement, ms. */
  watchFor?: number;
  /** Called when the state is final, with the device's code. */
  settled?(context: PlanContext, state: CommandState, code: number | null): Promise<void>;
}

export type CommandPlans = Readonly<Record<CommandMethod, CommandPlan>>;
