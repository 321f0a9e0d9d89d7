import { debugMethods, limits, refusedFor, type DebugMethod, type DockStatus } from '@eyrie/domain';
import { debugService } from '@eyrie/dji';
import type { CommandPlan, Observation, PlanContext } from '../command/index.ts';
import { factsOf, statusOf, type DockLink } from '../dock/index.ts';

/** Whether the dock shows what was asked for; null: it shows nothing of it by which that could be told. */
const shows: Readonly<Record<DebugMethod, (status: DockStatus) => boolean | null>> = {
  debugModeOpen: ({ workState }) => workState === 'remoteDebug',
  debugModeClose: ({ workState }) => workState !== null && workState !== 'remoteDebug',
  coverOpen: ({ coverState }) => coverState === 'open',
  coverClose: ({ coverState }) => coverState === 'closed',
  putterOpen: ({ putterState }) => putterState === 'extended',
  putterClose: ({ putterState }) => putterState === 'closed',
  droneOpen: ({ dronePowered }) => dronePowered === true,
  // An aircraft that is not heard is not off.
  droneClose: ({ dronePowered }) => dronePowered === false,
  chargeOpen: ({ charge }) => charge.state === 'charging',
  chargeClose: ({ charge }) => charge.state !== null && charge.state !== 'charging',
  supplementLightOpen: ({ supplementLight }) => supplementLight === true,
  supplementLightClose: ({ supplementLight }) => supplementLight === false,
  // A dock that restarts shows what it showed before.
  deviceReboot: () => null,
};

const isShown = (method: DebugMethod, link: DockLink, now: number): boolean | null =>
  shows[method](statusOf(link, now));

const failures: ReadonlySet<string | null> = new Set(['rejected', 'failed', 'canceled', 'timeout']);

/** What the dock said of this very order while it worked at it. */
const saidOf = ({ link, command }: Pick<PlanContext, 'link' | 'command'>) =>
  link.debugJob?.bid === command.oid ? link.debugJob : null;

/**
 * The outcome is what the dock shows of itself; its word that it is done counts only where it shows nothing (a restart). Its word
 * that it failed counts always.
 */
const observe =
  (method: DebugMethod): NonNullable<CommandPlan['observe']> =>
  (context): Observation | null => {
    const said = saidOf(context);
    if (failures.has(said?.state ?? null)) return { state: 'failed', firm: true };
    const shown = isShown(method, context.link, context.now);
    if (shown ?? said?.state === 'ok') return { state: 'succeeded', firm: true };
    return said ? { state: 'in_progress', firm: true } : null;
  };

const planOf = (method: DebugMethod): CommandPlan => ({
  refuse({ link, now }) {
    const reason = refusedFor(method, factsOf(link, now));
    return reason && { reason };
  },
  authorise: async () => async (_, context) =>
    isShown(method, context.link, context.now) ? { nothingToSend: 'held' } : undefined,
  steps: async ({ command }) => [
    async () => ({ service: debugService(method), ack: limits.command.ack, bid: command.oid }),
  ],
  observe: observe(method),
  watchFor: limits.dockDebug.worksFor,
});

/** What may be ordered of a dock in remote debugging. */
export const dockDebugPlans = Object.fromEntries(
  debugMethods.map((method) => [method, planOf(method)]),
) as Readonly<Record<DebugMethod, CommandPlan>>;
