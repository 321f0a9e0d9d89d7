import type { Consent, ControllerState } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNow } from '../../platform/clock.ts';
import { onThisClock } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';

const looks: Readonly<Record<Consent['state'] | 'none', DeviceState>> = {
  none: 'offline',
  asked: 'attention',
  granted: 'live',
  refused: 'alarm',
  canceled: 'alarm',
  noAnswer: 'attention',
};

export interface ConsentPanelProps {
  state: ControllerState | null;
  /** Why the pilot cannot be asked now, in words; null: he can. */
  why: string | null;
  /** A request of this page is on its way. */
  busy: boolean;
  /** Who looks may give orders at all. */
  mayControl: boolean;
  onAsk: () => void;
  onRelease: () => void;
}

/** Whole seconds that the pilot still has. */
const useSecondsLeft = (consent: Consent | null): number => {
  const at = useNow();
  const until = consent?.until ?? null;
  return until === null ? 0 : Math.max(0, Math.ceil((onThisClock(until) - at) / 1000));
};

/** The pilot is asked, and what came of it: waiting with its seconds, given, refused, cancelled or without an answer. */
export function ConsentPanel(props: ConsentPanelProps): ReactNode {
  const { state, why, busy, mayControl, onAsk, onRelease } = props;
  const text = useText();
  const consent = state?.consent ?? null;
  const seconds = useSecondsLeft(consent);
  const kind = consent?.state ?? 'none';
  const waits = kind === 'asked';
  const granted = kind === 'granted';
  const able = state?.mayAsk ?? false;
  return (
    <section className="monitor-panel" aria-label={text('remoteController.consent')}>
      <h2>{text('remoteController.consent')}</h2>
      <p role="status" aria-live="polite">
        <StateSymbol
          state={looks[kind]}
          word={text(`remoteController.consent.${kind}`, { name: consent?.by.name ?? '', seconds })}
        />
      </p>
      {granted ? <p className="monitor-quiet">{text('remoteController.sticks')}</p> : null}
      {state && !able ? <p className="monitor-quiet">{text('remoteController.lacksConsent')}</p> : null}
      {mayControl && able ? (
        <p>
          {granted || waits ? null : (
            <Button
              type="primary"
              disabled={why !== null || busy}
              title={why ?? undefined}
              aria-describedby={why === null ? undefined : 'consent-why'}
              onClick={onAsk}
            >
              {text('command.controlRequest')}
            </Button>
          )}
          {granted || waits ? (
            <Button disabled={busy} onClick={onRelease}>
              {text('command.controlRelease')}
            </Button>
          ) : null}
        </p>
      ) : null}
      {mayControl && able && why !== null && !granted && !waits ? (
        <p id="consent-why" className="monitor-quiet">
          {why}
        </p>
      ) : null}
    </section>
  );
}
