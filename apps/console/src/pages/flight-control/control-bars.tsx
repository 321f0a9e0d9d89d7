import { limits, type DockRecord, type LeaseControl } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import type { Commands } from '../../modules/command/index.ts';
import {
  LeaseAskDialog,
  LeaseBar,
  LeaseOverrideDialog,
  useHolderName,
  type Lease,
} from '../../modules/lease/index.ts';
import { useCodeChoices } from '../../parts.ts';
import { useText } from '../../platform/text.tsx';

interface Controls {
  dock: DockRecord;
  flight: Lease;
  payload: Lease;
  commands: Commands;
}

function Override({
  dock,
  lease,
  commands,
  onClose,
}: Pick<Controls, 'dock' | 'commands'> & { lease: Lease; onClose: () => void }): ReactNode {
  const holder = useHolderName(lease.holder);
  const [busy, setBusy] = useState(false);
  const choices = useCodeChoices('overrideReason').data?.list ?? [];
  const reasons = choices.map((one) => one.name).filter((name) => name.length >= limits.lease.reasonMin);
  const override = async (reason: string): Promise<void> => {
    setBusy(true);
    const challenge = await commands.challenge('leaseOverride');
    if (challenge) await lease.override(reason, challenge.nonce);
    onClose();
  };
  return (
    <LeaseOverrideDialog
      dockName={dock.name}
      holder={holder}
      busy={busy}
      reasons={reasons}
      onConfirm={(reason) => void override(reason)}
      onCancel={onClose}
    />
  );
}

/** Who flies and who has the payload, each taken, asked for, given back and overridden by itself. */
export function ControlBars({ dock, flight, payload, commands }: Controls): ReactNode {
  const text = useText();
  const [overriding, setOverriding] = useState<LeaseControl | null>(null);
  const leases = { flight, payload };
  return (
    <footer className="monitor-bar">
      <section aria-label={text('flightControl.flight')}>
        <h2 className="by-hand-control">{text('flightControl.flight')}</h2>
        <LeaseBar lease={flight} onOverride={() => setOverriding('flight')} />
      </section>
      <section aria-label={text('flightControl.payload')}>
        <h2 className="by-hand-control">{text('flightControl.payload')}</h2>
        <LeaseBar of="payload" lease={payload} onOverride={() => setOverriding('payload')} />
      </section>
      {overriding ? (
        <Override
          dock={dock}
          commands={commands}
          lease={leases[overriding]}
          onClose={() => setOverriding(null)}
        />
      ) : null}
      <LeaseAskDialog lease={flight} />
      <LeaseAskDialog lease={payload} />
    </footer>
  );
}
