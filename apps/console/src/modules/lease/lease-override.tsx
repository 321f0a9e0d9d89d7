import { limits } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import { useCodeChoices } from '../../parts.ts';
import { useHolderName } from './lease-bar.tsx';
import { LeaseOverrideDialog } from './lease-override-dialog.tsx';
import type { Lease } from './use-lease.ts';

interface Props {
  /** Of the thing whose control is taken. */
  name: string;
  lease: Lease;
  /** Asks the server for the number that an override has to repeat; null: it gave none. */
  challenge: () => Promise<{ nonce: string } | null>;
  onClose: () => void;
}

/** Takes control over from whoever has it, with a reason of the organisation's or one that is typed. */
export function LeaseOverride({ name, lease, challenge, onClose }: Props): ReactNode {
  const holder = useHolderName(lease.holder);
  const [busy, setBusy] = useState(false);
  const choices = useCodeChoices('overrideReason').data?.list ?? [];
  const reasons = choices.map((one) => one.name).filter((reason) => reason.length >= limits.lease.reasonMin);
  const override = async (reason: string): Promise<void> => {
    setBusy(true);
    const given = await challenge();
    if (given) await lease.override(reason, given.nonce);
    onClose();
  };
  return (
    <LeaseOverrideDialog
      dockName={name}
      holder={holder}
      busy={busy}
      reasons={reasons}
      onConfirm={(reason) => void override(reason)}
      onCancel={onClose}
    />
  );
}
