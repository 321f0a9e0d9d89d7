import { commandRules, limits, type DockRecord, type FlightRecord } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useState, type ReactNode } from 'react';
import {
  CommandConfirm,
  isReturning,
  type Commands,
  type Confirmation,
  type MonitorCommand,
  type Situation,
} from '../../modules/command/index.ts';
import { LeaseAskDialog, LeaseOverrideDialog, useHolderName, type Lease } from '../../modules/lease/index.ts';
import { useCodeChoices } from '../../parts.ts';
import { useText } from '../../platform/text.tsx';

/** Of what and by whom is ordered. */
export interface OrderingProps {
  dock: DockRecord;
  flight: FlightRecord | null;
  situation: Situation;
  lease: Lease;
  commands: Commands;
}

type Confirmed =
  | 'startJob'
  | 'forceEndJob'
  | 'returnHomeCancel'
  | 'coverClose'
  | 'putterClose'
  | 'deviceReboot';

interface Asking {
  confirmation: Confirmation | null;
  overriding: 'asked' | 'sent' | null;
}

/** Orders that ask first, and taking control over. */
export const useAsking = ({ flight, situation, lease, commands }: OrderingProps) => {
  const [asking, setAsking] = useState<Asking>({ confirmation: null, overriding: null });
  const close = (): void => setAsking({ confirmation: null, overriding: null });
  const details = {
    epoch: lease.phase === 'mine' ? lease.epoch : undefined,
    flightOID: flight?.oid,
  };
  return {
    asking,
    close,
    order: async (method: MonitorCommand): Promise<void> => {
      const endsReturn = method === 'hover' && isReturning(situation);
      if (!endsReturn && !commandRules[method].confirm) return commands.order(method, details);
      // A hover that ends a return home is confirmed as the end of one.
      const challenge = await commands.challenge(endsReturn ? 'returnHomeCancel' : method);
      if (challenge) setAsking({ confirmation: { method, ...challenge }, overriding: null });
    },
    confirmed: ({ method, nonce }: Confirmation): void => {
      close();
      void commands.order(method, { ...details, nonce });
    },
    askOverride: (): void => setAsking({ confirmation: null, overriding: 'asked' }),
    override: async (reason: string): Promise<void> => {
      setAsking({ confirmation: null, overriding: 'sent' });
      const challenge = await commands.challenge('leaseOverride');
      if (challenge) await lease.override(reason, challenge.nonce);
      close();
    },
  };
};

export type AskedOrders = ReturnType<typeof useAsking>;

/** What each order does that asks first. */
const effectOf = (method: MonitorCommand): PhraseId =>
  `monitor.effect.${method === 'hover' ? 'returnHomeCancel' : (method as Confirmed)}`;

/** The questions that stand open. */
export function OrderDialogs({ dock, flight, lease, use }: OrderingProps & { use: AskedOrders }): ReactNode {
  const text = useText();
  const holder = useHolderName(lease.holder);
  const { confirmation, overriding } = use.asking;
  const choices = useCodeChoices('overrideReason').data?.list ?? [];
  // One that is too short to be a reason is none to choose.
  const reasons = choices.map((one) => one.name).filter((name) => name.length >= limits.lease.reasonMin);
  return (
    <>
      {confirmation ? (
        <CommandConfirm
          confirmation={confirmation}
          dockName={dock.name}
          droneName={dock.droneName ?? dock.droneSn}
          routeName={flight?.routeName ?? null}
          effect={text(effectOf(confirmation.method))}
          onConfirm={() => use.confirmed(confirmation)}
          onCancel={use.close}
        />
      ) : null}
      {overriding ? (
        <LeaseOverrideDialog
          dockName={dock.name}
          holder={holder}
          busy={overriding === 'sent'}
          reasons={reasons}
          onConfirm={(reason) => void use.override(reason)}
          onCancel={use.close}
        />
      ) : null}
      <LeaseAskDialog lease={lease} />
    </>
  );
}
