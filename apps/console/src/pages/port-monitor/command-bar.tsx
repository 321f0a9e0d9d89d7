import { commandCalls, commandRules, limits, type DockRecord, type FlightRecord } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useState, type ReactNode } from 'react';
import {
  CommandButton,
  CommandConfirm,
  flightCommands,
  isReturning,
  mayNotArrive,
  ReturnHomeButton,
  whyNot,
  type Commands,
  type Confirmation,
  type FlightCommand,
  type Situation,
} from '../../modules/command/index.ts';
import {
  LeaseAskDialog,
  LeaseBar,
  LeaseOverrideDialog,
  useHolderName,
  type Lease,
} from '../../modules/lease/index.ts';
import { useCodeChoices } from '../../parts.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';

export interface CommandBarProps {
  dock: DockRecord;
  flight: FlightRecord | null;
  situation: Situation;
  lease: Lease;
  commands: Commands;
  /** What the pre-flight check has against a start, or since when it is not known. */
  blockedBy: string;
}

/** Reasons that the pre-flight check explains further. */
const ofTheGate: ReadonlySet<PhraseId> = new Set(['refusal.gateBlocked', 'monitor.why.gateUnknown']);
const unsettled: ReadonlySet<string> = new Set(['sending', 'drafted', 'authorised', 'sent']);

interface Asking {
  confirmation: Confirmation | null;
  overriding: 'asked' | 'sent' | null;
}

/** Orders that ask first, and taking control over. */
const useAsking = ({ flight, situation, lease, commands }: CommandBarProps) => {
  const [asking, setAsking] = useState<Asking>({ confirmation: null, overriding: null });
  const close = (): void => setAsking({ confirmation: null, overriding: null });
  const details = {
    epoch: lease.phase === 'mine' ? lease.epoch : undefined,
    flightOID: flight?.oid,
  };
  return {
    asking,
    close,
    order: async (method: FlightCommand): Promise<void> => {
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

function Dialogs({ bar, use }: { bar: CommandBarProps; use: ReturnType<typeof useAsking> }): ReactNode {
  const text = useText();
  const { dock, flight, lease } = bar;
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
          effect={text(
            `monitor.effect.${confirmation.method === 'hover' ? 'returnHomeCancel' : (confirmation.method as 'startJob' | 'forceEndJob' | 'returnHomeCancel')}`,
          )}
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

/** Control state, the commands of the flight, and return-home at the end, always in the same place. */
export function CommandBar(props: CommandBarProps): ReactNode {
  const { situation, lease, commands, blockedBy } = props;
  const text = useText();
  const use = useAsking(props);
  const why = (method: (typeof flightCommands)[number]): PhraseId | null => {
    const underWay = commands.board.some((each) => each.method === method && unsettled.has(each.state));
    return underWay ? 'monitor.why.underWay' : whyNot(method, situation);
  };
  return (
    <footer className="monitor-bar">
      <LeaseBar lease={lease} onOverride={use.askOverride} />
      <div className="monitor-buttons" role="toolbar" aria-label={text('monitor.commands')}>
        {flightCommands.map((method) => {
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
      <Dialogs bar={props} use={use} />
    </footer>
  );
}
