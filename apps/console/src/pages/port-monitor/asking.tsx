import {
  commandRules,
  limits,
  type DockParameterName,
  type DockParameterValue,
  type DockRecord,
  type FlightRecord,
} from '@eyrie/domain';
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
  | 'simSlotSwitch'
  | 'esimActivate'
  | 'esimOperatorSwitch'
  | 'rtkCalibration'
  | 'droneFormat'
  | 'deviceFormat'
  | 'forceEndJob'
  | 'returnHomeCancel'
  | 'coverClose'
  | 'coverForceClose'
  | 'putterClose'
  | 'droneClose'
  | 'deviceReboot'
  | 'stealthOpen'
  | 'ota';

type Fields = Readonly<Record<string, unknown>>;

/** What is typed before a storage is erased: the serial number of its device; null: nothing. */
const serialOf = (method: MonitorCommand, { sn, droneSn }: DockRecord): string | null =>
  method === 'deviceFormat' ? sn : method === 'droneFormat' ? (droneSn ?? '–') : null;

/** What whoever orders it says to have seen first: the field that says so, and its words; null: nothing. */
const seenFirst = (method: MonitorCommand): { field: string; words: PhraseId } | null =>
  method === 'coverForceClose' ? { field: 'padEmpty', words: 'dockDebug.padEmpty' } : null;

interface Asking {
  confirmation: Confirmation | null;
  overriding: 'asked' | 'sent' | null;
}

/** Orders that ask first, and taking control over. */
export const useAsking = ({ dock, flight, situation, lease, commands }: OrderingProps) => {
  const [asking, setAsking] = useState<Asking>({ confirmation: null, overriding: null });
  const close = (): void => setAsking({ confirmation: null, overriding: null });
  const details = {
    epoch: lease.phase === 'mine' ? lease.epoch : undefined,
    flightOID: flight?.oid,
  };
  return {
    asking,
    close,
    order: async (method: MonitorCommand, fields: Fields = {}): Promise<void> => {
      const endsReturn = method === 'hover' && isReturning(situation);
      if (!endsReturn && !commandRules[method].confirm) return commands.order(method, { ...details, fields });
      // A hover that ends a return home is confirmed as the end of one.
      const challenge = await commands.challenge(endsReturn ? 'returnHomeCancel' : method);
      if (challenge) setAsking({ confirmation: { method, fields, ...challenge }, overriding: null });
    },
    /** A setting of the dock: it needs no control and asks nothing. */
    set: (name: DockParameterName, value: DockParameterValue): Promise<void> =>
      commands.order('setParameter', { fields: { name, value } }),
    confirmed: ({ method, nonce, fields }: Confirmation): void => {
      close();
      const serial = serialOf(method, dock);
      const typed = serial === null ? {} : { serial };
      const seen = seenFirst(method);
      const affirmed = seen === null ? {} : { [seen.field]: true };
      void commands.order(method, { ...details, nonce, fields: { ...fields, ...typed, ...affirmed } });
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
  const seen = confirmation && seenFirst(confirmation.method);
  // One that is too short to be a reason is none to choose.
  const reasons = choices.map((one) => one.name).filter((name) => name.length >= limits.lease.reasonMin);
  return (
    <>
      {confirmation ? (
        <CommandConfirm
          // What was typed and ticked for one question is no answer to the next.
          key={confirmation.nonce}
          confirmation={confirmation}
          dockName={dock.name}
          droneName={dock.droneName ?? dock.droneSn}
          routeName={flight?.routeName ?? null}
          effect={text(effectOf(confirmation.method))}
          serial={serialOf(confirmation.method, dock)}
          affirm={seen && text(seen.words)}
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
