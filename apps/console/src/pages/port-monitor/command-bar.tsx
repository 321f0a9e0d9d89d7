import { commandCalls } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { ReactNode } from 'react';
import {
  CommandButton,
  flightCommands,
  mayNotArrive,
  ReturnHomeButton,
  isUnderWay,
  whyNot,
} from '../../modules/command/index.ts';
import { LeaseBar } from '../../modules/lease/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { OrderDialogs, type AskedOrders, type OrderingProps } from './asking.tsx';

export interface CommandBarProps extends OrderingProps {
  use: AskedOrders;
  /** What the pre-flight check has against a start, or since when it is not known. */
  blockedBy: string;
}

/** Reasons that the pre-flight check explains further. */
const ofTheGate: ReadonlySet<PhraseId> = new Set(['refusal.gateBlocked', 'monitor.why.gateUnknown']);

/** Control state, the commands of the flight, and return-home at the end, always in the same place. */
export function CommandBar(props: CommandBarProps): ReactNode {
  const { situation, lease, commands, blockedBy, use } = props;
  const text = useText();
  const why = (method: (typeof flightCommands)[number]): PhraseId | null =>
    isUnderWay(commands.board, method) ? 'monitor.why.underWay' : whyNot(method, situation);
  // What a contract has not is no order that could be given later.
  const offered = flightCommands.filter((method) => whyNot(method, situation) !== 'refusal.methodMissing');
  return (
    <footer className="monitor-bar ey-row ey-gap-12">
      <LeaseBar lease={lease} onOverride={use.askOverride} />
      <div className="monitor-buttons ey-flow ey-gap-6" role="toolbar" aria-label={text('monitor.commands')}>
        {offered.map((method) => {
          const reason = why(method);
          return (
            <Allowed key={method} call={commandCalls[method]}>
              <CommandButton
                method={method}
                why={reason}
                detail={reason && ofTheGate.has(reason) ? blockedBy : undefined}
                onOrder={(wanted) => void use.order(wanted)}
              />
            </Allowed>
          );
        })}
      </div>
      <Allowed call={commandCalls.returnHome}>
        <ReturnHomeButton
          why={whyNot('returnHome', situation)}
          doubtful={mayNotArrive(situation)}
          onOrder={(method) => void use.order(method)}
        />
      </Allowed>
      <OrderDialogs {...props} />
    </footer>
  );
}
