import { commandCalls, type DockRecord, type LeaseControl } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useState, type ReactNode } from 'react';
import { isUnderWay, type Commands } from '../../modules/command/index.ts';
import {
  LeaseAskDialog,
  LeaseBar,
  LeaseOverride,
  whyNoControl,
  type Lease,
} from '../../modules/lease/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { OrderButton } from '../../platform/order-button.tsx';
import { reasonOf } from '../../platform/order-offers.ts';
import { useTelemetry } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';
import { useOrderOffers, useStaleReason } from '../../platform/use-order-offers.ts';

interface Controls {
  dock: DockRecord;
  flight: Lease;
  payload: Lease;
  commands: Commands;
}

interface GrabProps extends Pick<Controls, 'dock' | 'commands'> {
  of: LeaseControl;
  lease: Lease;
}

const grabs = { flight: 'authorityFlight', payload: 'authorityPayload' } as const;

/** Has the dock take flight or payload from a remote controller, for whoever has that control here. */
function Grab({ dock, of, lease, commands }: GrabProps): ReactNode {
  const text = useText();
  const presence = useTelemetry('dockPresence', dock.oid);
  const newest = useTelemetry('droneTelemetry', presence?.data.droneOID ?? dock.droneOID);
  const drone = newest?.data;
  const offers = useOrderOffers(dock.oid);
  const stale = useStaleReason(newest);
  const method = grabs[of];
  const payloadIndex = drone?.camera.payloadIndex ?? null;
  const why = (): PhraseId | null => {
    if (dock.vendor === 'own') return 'refusal.methodMissing';
    const refused = reasonOf(method, drone?.online ? null : 'refusal.droneOff', offers);
    if (refused) return refused;
    if (of === 'payload' && payloadIndex === null) return 'refusal.cameraMissing';
    const missing = whyNoControl(lease);
    if (missing) return missing;
    return isUnderWay(commands.board, method) ? 'monitor.why.underWay' : stale;
  };
  const reason = why();
  const give = (): void =>
    void commands.order(method, {
      epoch: lease.phase === 'mine' ? lease.epoch : undefined,
      fields: of === 'payload' ? { payloadIndex } : {},
    });
  return (
    <Allowed call={commandCalls[method]}>
      <OrderButton why={reason && text(reason)} onOrder={give}>
        {text(`command.${method}`)}
      </OrderButton>
    </Allowed>
  );
}

/** Who flies and who has the payload, each taken, asked for, given back and overridden by itself. */
export function ControlBars({ dock, flight, payload, commands }: Controls): ReactNode {
  const text = useText();
  const [overriding, setOverriding] = useState<LeaseControl | null>(null);
  const leases = { flight, payload };
  return (
    <footer className="monitor-bar ey-row ey-gap-12">
      <section aria-label={text('flightControl.flight')}>
        <h2 className="by-hand-control">{text('flightControl.flight')}</h2>
        <LeaseBar lease={flight} onOverride={() => setOverriding('flight')} />
        <Grab of="flight" lease={flight} dock={dock} commands={commands} />
      </section>
      <section aria-label={text('flightControl.payload')}>
        <h2 className="by-hand-control">{text('flightControl.payload')}</h2>
        <LeaseBar of="payload" lease={payload} onOverride={() => setOverriding('payload')} />
        <Grab of="payload" lease={payload} dock={dock} commands={commands} />
      </section>
      {overriding ? (
        <LeaseOverride
          name={dock.name}
          challenge={() => commands.challenge('leaseOverride')}
          lease={leases[overriding]}
          onClose={() => setOverriding(null)}
        />
      ) : null}
      <LeaseAskDialog lease={flight} />
      <LeaseAskDialog lease={payload} />
    </footer>
  );
}
