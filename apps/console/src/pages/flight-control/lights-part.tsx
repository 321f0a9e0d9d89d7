import { commandRules, type DockRecord, type StealthMethod } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import {
  CommandConfirm,
  isUnderWay,
  whyNot,
  type Commands,
  type Confirmation,
  type Situation,
} from '../../modules/command/index.ts';
import { StealthPanel } from '../../modules/flight-control/index.ts';
import type { Live } from '../../modules/telemetry/index.ts';
import { isOld } from '../../platform/aged.ts';
import { useText } from '../../platform/text.tsx';

/** The lights of the aircraft, put out after a question. */
export function LightsPart({
  dock,
  live,
  situation,
  commands,
  epoch,
}: {
  dock: DockRecord;
  live: Live;
  situation: Situation;
  commands: Commands;
  epoch: number | undefined;
}): ReactNode {
  const text = useText();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const order = async (method: StealthMethod): Promise<void> => {
    if (!commandRules[method].confirm) return commands.order(method, { epoch });
    const challenge = await commands.challenge(method);
    if (challenge) setConfirmation({ method, ...challenge });
  };
  return (
    <>
      <StealthPanel
        model={dock.model ?? ''}
        drone={live.drone.data}
        old={isOld(live.drone.level)}
        why={(of) => (isUnderWay(commands.board, of) ? 'monitor.why.underWay' : whyNot(of, situation))}
        onOrder={(method) => void order(method)}
      />
      {confirmation ? (
        <CommandConfirm
          confirmation={confirmation}
          dockName={dock.name}
          droneName={dock.droneName ?? dock.droneSn}
          routeName={null}
          effect={text('monitor.effect.stealthOpen')}
          onConfirm={() => {
            setConfirmation(null);
            void commands.order(confirmation.method, { epoch, nonce: confirmation.nonce });
          }}
          onCancel={() => setConfirmation(null)}
        />
      ) : null}
    </>
  );
}
