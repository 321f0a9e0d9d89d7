import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useExplain } from '../../platform/explain.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import type { ReplayClock } from './replay-clock.ts';
import type { ReplayEvent } from './replay-events.ts';
import { useOfMoment } from './use-clock.ts';

const controlActions = ['take', 'release', 'ask', 'answer', 'override'] as const;

/** What happened, and who did it. */
const useWords = (): ((event: ReplayEvent) => string[]) => {
  const text = useText();
  const explain = useExplain();
  const figures = useFigures();
  const by = (name: string | null): string =>
    name === null ? text('flightRecord.byServer') : text('flightRecord.byWhom', { name });
  return (event) => {
    switch (event.kind) {
      case 'phase':
        return [text(`drone.mode.${event.of.mode}`)];
      case 'command':
        return [text(`command.${event.of.method}`), event.of.message, by(event.of.by)];
      case 'control': {
        const { action, control, by: who } = event.of;
        const byHand = (['stop', 'land'] as const).find((one) => action === `drc.${one}`);
        const known = byHand ?? controlActions.find((one) => action === `lease.${one}`) ?? 'change';
        const part = control === 'flight' || control === 'payload' ? control : null;
        return [
          text(`flightRecord.control.${known}`),
          ...(part ? [text(`detail.value.control.${part}`)] : []),
          by(who),
        ];
      }
      default: {
        const { family, code, inTheSky, args, module, at } = event.of;
        const meaning = explain ? explain({ family, code, inTheSky, args, module }).meaning : code;
        return [meaning, ...(at < event.at ? [text('flightRecord.since', { time: figures.time(at) })] : [])];
      }
    }
  };
};

/** Everything that happened, each a way to its moment; the last one before the cursor is marked. */
export function ReplayEventList({
  clock,
  events,
}: {
  clock: ReplayClock;
  events: readonly ReplayEvent[];
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const words = useWords();
  const current = useOfMoment(clock, (moment) => events.findLastIndex(({ at }) => at <= moment));
  if (events.length === 0) return <p className="ey-hint">{text('flightRecord.noEvents')}</p>;
  return (
    <ol className="replay-events">
      {events.map((event, place) => {
        const [title, ...rest] = words(event);
        return (
          <li key={event.key} data-kind={event.kind}>
            <Button
              type="text"
              aria-current={place === current ? 'step' : undefined}
              onClick={() => clock.set(event.at)}
            >
              <bdi dir="ltr">{figures.clock(event.at)}</bdi>
              <span className="replay-kind ey-muted">{text(`flightRecord.kind.${event.kind}`)}</span>
              <bdi>{title}</bdi>
              {rest.length > 0 ? <bdi className="ey-muted">{rest.join(' · ')}</bdi> : null}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}
