import type { ControllerState } from '@eyrie/domain';
import { FactList, Figure, StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useAge, useTelemetry, type Latest } from '../../platform/telemetry.ts';

/** Below this the power of a controller is worth a look before it says so itself, percent and minutes. */
const low = { percent: 20, minutes: 15 } as const;

const isLow = ({ percent, minutesLeft }: ControllerState): boolean =>
  (percent !== null && percent <= low.percent) || (minutesLeft !== null && minutesLeft <= low.minutes);

const useWords = () => {
  const text = useText();
  const figures = useFigures();
  return {
    text,
    figures,
    left: ({ minutesLeft }: ControllerState): string =>
      minutesLeft === null
        ? text('remoteController.minutesUnknown')
        : text('remoteController.minutesLeft', { time: figures.duration(minutesLeft * 60) }),
    signal: ({ link }: ControllerState): string =>
      link.sdr === null ? figures.amount(null) : text('remoteController.signalOf', { value: link.sdr }),
  };
};

/** The controller itself: power with the time it lasts, and how well it hears its aircraft. */
export function ControllerFigures({ state }: { state: Latest<'controllerState'> | null }): ReactNode {
  const { text, figures, left, signal } = useWords();
  const { ageMs, level } = useAge(state);
  const on = state?.data.online ? state.data : null;
  const aged = {
    stale: level !== 'live' && level !== 'ageing',
    age: on && ageMs !== null && level !== 'live' ? figures.age(ageMs) : null,
  };
  return (
    <div className="monitor-figures">
      <Figure
        {...aged}
        size="small"
        label={text('remoteController.power')}
        value={on?.percent == null ? null : figures.amount(on.percent)}
        unit="%"
        note={on ? left(on) : ''}
      />
      <Figure {...aged} size="small" label={text('remoteController.signal')} value={on ? signal(on) : null} />
      <Figure
        {...aged}
        size="small"
        label={text('remoteController.height')}
        {...figures.reading.height(on?.height)}
      />
      {on && isLow(on) ? <StateSymbol state="attention" word={text('remoteController.low')} /> : null}
    </div>
  );
}

/** What a controller says now, with its age: in its record. */
export function ControllerLive({ oid }: { oid: string }): ReactNode {
  const { text, figures, left, signal } = useWords();
  const latest = useTelemetry('controllerState', oid);
  const { ageMs } = useAge(latest);
  const state = latest?.data;
  if (!state?.online) return <p>{text('remoteController.notHeard')}</p>;
  return (
    <section aria-label={text('remoteController.live')}>
      <h3>
        {text('remoteController.live')} · {figures.age(ageMs)}
      </h3>
      <FactList
        facts={[
          [text('remoteController.power'), `${figures.amount(state.percent, '%', 0)} · ${left(state)}`],
          [text('remoteController.signal'), signal(state)],
          [
            text('remoteController.inHand'),
            <bdi key="drone">
              {state.droneOnline ? (state.droneSn ?? '–') : text('remoteController.nothingInHand')}
            </bdi>,
          ],
          [
            text('remoteController.consent'),
            text(`remoteController.consent.${state.consent?.state ?? 'none'}`, {
              name: state.consent?.by.name ?? '',
              seconds: 0,
            }),
          ],
        ]}
      />
    </section>
  );
}
