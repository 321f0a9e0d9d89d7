import { commandCalls, motionAllowed, type RemoteControllerRecord } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import {
  CommandConfirm,
  isReturning,
  ReturnHomeButton,
  type Commands,
  type Confirmation,
} from '../../modules/command/index.ts';
import { LeaseAskDialog, LeaseBar, LeaseOverride, type Lease } from '../../modules/lease/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { OrderButton } from '../../platform/order-button.tsx';
import { reasonOf, staleReason } from '../../platform/order-offers.ts';
import { useText } from '../../platform/text.tsx';
import { useOrderOffers } from '../../platform/use-order-offers.ts';
import type { ControllerLiveNow } from './use-controller.ts';

export interface ControlBarProps {
  record: RemoteControllerRecord;
  live: ControllerLiveNow;
  lease: Lease;
  commands: Commands;
  /** The pilot agreed, to this tab. */
  consented: boolean;
}

/** Who controls, and what may be ordered with the pilot’s consent: only what this model of controller knows. */
export function ControlBar(props: ControlBarProps): ReactNode {
  const { record, live, lease, commands, consented } = props;
  const text = useText();
  const [overriding, setOverriding] = useState(false);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const details = { epoch: lease.phase === 'mine' ? lease.epoch : undefined };
  const mode = live.drone.data?.online ? live.drone.data.mode : null;
  const returns = live.airborne && isReturning({ mode });
  const offers = useOrderOffers(record.oid);
  const whyNotCancel = consented
    ? (reasonOf('returnHomeCancel', returns ? null : 'refusal.notReturning', offers) ??
      staleReason(live.pageLinkUp, live.drone.ageMs))
    : 'remoteController.needsConsent';
  // An aircraft that is not heard may be in the air.
  const landed = live.droneOnline && motionAllowed(live.drone.level) && !live.airborne;
  const cancelReturn = async (): Promise<void> => {
    const challenge = await commands.challenge('returnHomeCancel');
    if (challenge) setConfirmation({ method: 'returnHomeCancel', ...challenge });
  };
  return (
    <footer className="monitor-bar ey-row ey-gap-12">
      <LeaseBar of="controller" lease={lease} onOverride={() => setOverriding(true)} />
      {live.state?.data.mayReturn ? (
        <>
          <div
            className="monitor-buttons ey-flow ey-gap-6"
            role="toolbar"
            aria-label={text('monitor.commands')}
          >
            <Allowed call={commandCalls.returnHomeCancel}>
              <OrderButton why={whyNotCancel && text(whyNotCancel)} onOrder={() => void cancelReturn()}>
                {text('command.returnHomeCancel')}
              </OrderButton>
            </Allowed>
          </div>
          <Allowed call={commandCalls.returnHome}>
            <ReturnHomeButton
              why={consented ? (landed ? 'refusal.droneNotInFlight' : null) : 'remoteController.needsConsent'}
              doubtful={!live.pageLinkUp || !live.droneOnline}
              onOrder={(method) => void commands.order(method, details)}
            />
          </Allowed>
        </>
      ) : (
        <p className="monitor-quiet">{text('remoteController.lacksReturn')}</p>
      )}
      {overriding ? (
        <LeaseOverride
          name={record.name}
          lease={lease}
          challenge={() => commands.challenge('leaseOverride')}
          onClose={() => setOverriding(false)}
        />
      ) : null}
      {confirmation ? (
        <CommandConfirm
          confirmation={confirmation}
          dockName={record.name}
          droneName={live.state?.data.droneSn ?? null}
          routeName={null}
          effect={text('monitor.effect.returnHomeCancel')}
          onConfirm={() => {
            setConfirmation(null);
            void commands.order('returnHomeCancel', { ...details, nonce: confirmation.nonce });
          }}
          onCancel={() => setConfirmation(null)}
        />
      ) : null}
      <LeaseAskDialog lease={lease} />
    </footer>
  );
}
