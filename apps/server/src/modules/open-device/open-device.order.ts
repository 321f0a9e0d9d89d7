import {
  limits,
  openCommandsOf,
  type CommandMethod,
  type OpenCommandArguments,
  type OpenCommandName,
  type OpenProgress,
} from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import {
  stateAlone,
  type Command,
  type CommandPlan,
  type Observation,
  type Offer,
  type PlanContext,
  type PlanRefusal,
} from '../command/index.ts';
import type { DockLink } from '../dock/index.ts';

/** How long an order may go on, ms: a long patrol. */
const watchFor = 7_200_000;

const stateOf: Readonly<Record<OpenProgress['state'], Observation['state']>> = {
  running: 'in_progress',
  done: 'succeeded',
  failed: 'failed',
  cancelled: 'failed',
};

const progressOf = ({ open }: DockLink, { tid }: Command) => (tid ? open?.progress.get(tid) : undefined);

/** What a device with nothing to do any more says of an order that it never ended. */
const isOver = ({ open }: DockLink): boolean => {
  const mode = open?.state?.mode;
  return mode === 'idle' || mode === 'charging' || mode === 'fault' || mode === 'service';
};

/**
 * The outcome of an order by the progress that names it. A device that took it, has nothing to do and said nothing of it
 * since leaves it unknown, until it says more.
 */
export const observeProgress =
  ({ serverTime }: Pick<Runtime, 'serverTime'>) =>
  ({ link, command, now }: PlanContext): Observation | null => {
    const found = progressOf(link, command);
    if (found && found.said.state !== 'running') return { state: stateOf[found.said.state], firm: true };
    const since = found ? now - found.at : serverTime() - (command.sentAt ?? 0);
    const silent = since > limits.command.resolveFor && (isOver(link) || link.session === false);
    if (silent && command.state !== 'unknown') return { state: 'unknown', firm: true };
    return found && !silent ? { state: 'in_progress', firm: true } : null;
  };

/** Why a device cannot be given an order now, by what it said of itself; null: it can. */
export const refusalOf = ({ open, dock }: DockLink, name: OpenCommandName): PlanRefusal | null => {
  const kind = dock.kind === 'robot' ? 'robot' : 'dock';
  if (!open || !openCommandsOf[kind].includes(name)) return { reason: 'methodMissing' };
  // What stands still harms nobody, whatever the device said before.
  if (name === 'stop') return null;
  if (!open.hello || !open.state) return { reason: 'deviceNotHeard' };
  if (!open.hello.commands.includes(name)) return { reason: 'methodMissing' };
  if (open.state.mode === 'service') return { reason: 'deviceInService' };
  return open.state.mode === 'fault' ? { reason: 'deviceFaulty' } : null;
};

/** The one step of an order. */
export const stepsOf =
  <N extends OpenCommandName>(
    name: N,
    argumentsOf: (command: Command) => OpenCommandArguments<N>,
  ): CommandPlan['steps'] =>
  async ({ command }) => [
    async () => ({
      service: { method: name, data: argumentsOf(command) },
      ack: limits.command.ack,
      bid: null,
    }),
  ];

/** How an order of the open contract is carried out: one message, an acknowledgement, and progress until it is over. */
export const openOrder = <N extends OpenCommandName>(
  runtime: Pick<Runtime, 'serverTime'>,
  name: N,
  argumentsOf: (command: Command) => OpenCommandArguments<N>,
  offer: Offer = () => null,
): CommandPlan => ({
  ...stateAlone((moment) => refusalOf(moment.link, name) ?? offer(moment)),
  steps: stepsOf(name, argumentsOf),
  observe: observeProgress(runtime),
  watchFor,
});

/** A method that devices of the open contract do not have. */
export const missing: CommandPlan = {
  ...stateAlone(() => ({ reason: 'methodMissing' })),
  steps: async () => [],
};

export type OpenMethod = Extract<CommandMethod, `robot${string}`>;
