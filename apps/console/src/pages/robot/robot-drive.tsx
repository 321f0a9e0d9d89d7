import { commandCalls, limits, motionAllowed, type RobotRecord } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Button, Tooltip } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { CommandList, useCommands, type RobotCommand } from '../../modules/command/index.ts';
import {
  LeaseAskDialog,
  LeaseBar,
  LeaseOverrideDialog,
  useHolderName,
  useLease,
  whyNoControl,
  type Lease,
} from '../../modules/lease/index.ts';
import type { RobotNow } from '../../modules/robot/index.ts';
import { useCodeChoices } from '../../parts.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useLink } from '../../platform/live.ts';
import { reasonOf } from '../../platform/order-offers.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { useOrderOffers } from '../../platform/use-order-offers.ts';
import { GoToDialog } from './go-to.tsx';
import { PatrolDialog } from './patrol.tsx';
import './robot.css';

const wireNames = {
  robotGoTo: 'goTo',
  robotPatrol: 'patrol',
  robotReturn: 'returnToBase',
  robotStop: 'stop',
} as const;

/** What the page sees against an order, where the server has not said it. */
const seenByPage = (method: RobotCommand, { status, mode }: RobotNow): PhraseId | null => {
  if (status?.commands?.includes(wireNames[method]) !== true) return 'refusal.methodMissing';
  if (mode === 'service') return 'refusal.deviceInService';
  return mode === 'fault' ? 'refusal.deviceFaulty' : null;
};

/** Why an order is not offered, as the id of a text; the server decides in the end. */
const useWhyNot = (oid: string, now: RobotNow, lease: Lease) => {
  const offers = useOrderOffers(oid);
  const linkUp = useLink((link) => link.state === 'up');
  const emergency = useAllowed('dock:emergency');
  return (method: RobotCommand): PhraseId | null => {
    if (method === 'robotStop' && emergency) return null;
    const missing = whyNoControl(lease);
    if (missing) return missing;
    if (method === 'robotStop') return null;
    if (!linkUp) return 'monitor.why.pageLink';
    if (!now.online) return 'refusal.dockOffline';
    if (!motionAllowed(now.level)) return 'refusal.stateStale';
    return reasonOf(method, seenByPage(method, now), offers);
  };
};

function OrderButton({
  method,
  why,
  onOrder,
}: {
  method: RobotCommand;
  why: PhraseId | null;
  onOrder: () => void;
}): ReactNode {
  const text = useText();
  const id = useId();
  const reason = why && text(why);
  return (
    <Tooltip title={reason}>
      <Button
        className="command-button"
        danger={method === 'robotStop'}
        type={method === 'robotGoTo' ? 'primary' : 'default'}
        aria-disabled={reason !== null}
        aria-describedby={reason === null ? undefined : id}
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault();
        }}
        onClick={() => {
          if (reason === null) onOrder();
        }}
      >
        {text(`command.${method}`)}
        {reason === null ? null : (
          <span id={id} className="ey-hidden">
            {reason}
          </span>
        )}
      </Button>
    </Tooltip>
  );
}

type GoTo = Parameters<typeof GoToDialog>[0];
type Patrol = Parameters<typeof PatrolDialog>[0];

/** What an order needs to be said of it before it is given. */
function OrderDialog({
  open,
  onGoTo,
  onPatrol,
  ...shared
}: Omit<GoTo, 'onSend'> & {
  open: string | null;
  onGoTo: GoTo['onSend'];
  onPatrol: Patrol['onSend'];
}): ReactNode {
  if (open === 'goTo') return <GoToDialog {...shared} onSend={onGoTo} />;
  return open === 'patrol' ? <PatrolDialog {...shared} onSend={onPatrol} /> : null;
}

function OrderBar({
  whyNot,
  press,
}: {
  whyNot: ReturnType<typeof useWhyNot>;
  press: Readonly<Record<RobotCommand, () => void>>;
}): ReactNode {
  const text = useText();
  return (
    <div className="robot-buttons ey-flow ey-gap-8" role="toolbar" aria-label={text('monitor.commands')}>
      {(['robotGoTo', 'robotPatrol', 'robotReturn', 'robotStop'] as const).map((method) => (
        <Allowed key={method} call={commandCalls[method]}>
          <OrderButton method={method} why={whyNot(method)} onOrder={press[method]} />
        </Allowed>
      ))}
    </div>
  );
}

/** Control of a robot, what it is ordered, and what became of that. */
export function RobotDrive({ robot, now }: { robot: RobotRecord; now: RobotNow }): ReactNode {
  const text = useText();
  const lease = useLease(robot.oid, 'flight');
  const { board, order, challenge } = useCommands(robot.oid);
  const whyNot = useWhyNot(robot.oid, now, lease);
  const holder = useHolderName(lease.holder);
  const choices = useCodeChoices('overrideReason').data?.list ?? [];
  const [open, setOpen] = useState<'goTo' | 'patrol' | 'override' | null>(null);
  const [busy, setBusy] = useState(false);
  const epoch = lease.phase === 'mine' ? lease.epoch : undefined;
  const close = (): void => {
    setOpen(null);
    setBusy(false);
  };
  const confirmed = async (
    method: 'robotGoTo' | 'robotPatrol' | 'leaseOverride',
    go: (nonce: string) => unknown,
  ) => {
    setBusy(true);
    const asked = await challenge(method);
    if (asked) await go(asked.nonce);
    close();
  };
  const press: Readonly<Record<RobotCommand, () => void>> = {
    robotGoTo: () => setOpen('goTo'),
    robotPatrol: () => setOpen('patrol'),
    robotReturn: () => void order('robotReturn', { epoch }),
    robotStop: () => void order('robotStop', { epoch }),
  };
  return (
    <section aria-label={text('monitor.commands')} className="robot-drive">
      <LeaseBar lease={lease} of="robot" onOverride={() => setOpen('override')} />
      <OrderBar whyNot={whyNot} press={press} />
      <CommandList board={board} flight={null} />
      <OrderDialog
        {...{ open, robot, now, busy }}
        // The dialogs do not wait for the robot: the order stands on the board.
        onGoTo={(place) =>
          void confirmed('robotGoTo', (nonce) => void order('robotGoTo', { epoch, nonce, place }))
        }
        onPatrol={(patrol) =>
          void confirmed('robotPatrol', (nonce) => void order('robotPatrol', { epoch, nonce, patrol }))
        }
        onCancel={close}
      />
      {open === 'override' ? (
        <LeaseOverrideDialog
          dockName={robot.name}
          holder={holder}
          busy={busy}
          reasons={choices.map((one) => one.name).filter((name) => name.length >= limits.lease.reasonMin)}
          onConfirm={(reason) => void confirmed('leaseOverride', (nonce) => lease.override(reason, nonce))}
          onCancel={close}
        />
      ) : null}
      <LeaseAskDialog lease={lease} />
    </section>
  );
}
