import { limits, type HealthPart, type HealthState } from '@eyrie/domain';
import { EmptyPage, FactList, Loaded, loadStateOf, StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useFigureText } from './figure-text.ts';
import { useHealth } from './operation.queries.ts';
import './operation.css';

const looks: Readonly<Record<HealthState, DeviceState>> = {
  fine: 'live',
  strained: 'attention',
  down: 'alarm',
  unknown: 'offline',
};

function PartCard({ part, age }: { part: HealthPart; age: number }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const figureText = useFigureText();
  const stale = age > limits.operation.staleAfter;
  return (
    <section className={stale ? 'health-card health-card-stale' : 'health-card'}>
      <header>
        <h3>{text(`operation.health.part.${part.part}`)}</h3>
        <StateSymbol
          state={stale ? 'offline' : looks[part.state]}
          word={text(stale ? 'state.stale' : `operation.health.state.${part.state}`)}
        />
      </header>
      {part.reason && !stale ? <p>{text(`operation.health.reason.${part.reason}`)}</p> : null}
      <FactList
        facts={part.figures.map(({ name, value }) => [
          text(`operation.health.figure.${name}`),
          figureText(name, value),
        ])}
      />
      <footer>
        {text('operation.health.measured', { age: figures.age(age) })}
        {stale ? <span>{text('operation.health.staleHint')}</span> : null}
      </footer>
    </section>
  );
}

/** Parts in groups: the organisation's own first, then one group a server. */
const groupsOf = (list: readonly HealthPart[]): [string | null, HealthPart[]][] => [
  ...Map.groupBy(list, (part) => part.instanceId),
];

interface HealthAnswer {
  list: readonly HealthPart[];
  /** When it came, on the monotonic clock. */
  receivedAt: number;
}

/** Everything that is measured, each with its state, figures and the age of the measurement. */
export function HealthBoard(): ReactNode {
  const health = useHealth();
  return (
    <Loaded state={loadStateOf(health)}>{() => (health.data ? <Board {...health.data} /> : null)}</Loaded>
  );
}

function Board({ list, receivedAt }: HealthAnswer): ReactNode {
  const text = useText();
  const now = useNow();
  if (list.length === 0) return <EmptyPage icon="pulse" sentence={text('operation.health.none')} />;
  return (
    <div className="health-board">
      {groupsOf(list).map(([instanceId, parts]) => (
        <section key={instanceId ?? ''} className="health-group">
          <h2>
            {instanceId === null ? (
              text('operation.health.ownPart')
            ) : (
              <bdi>{text('operation.health.instance', { name: instanceId })}</bdi>
            )}
          </h2>
          <div className="health-cards ey-grid ey-gap-12">
            {parts.map((part) => (
              <PartCard key={part.part} part={part} age={part.age + Math.max(0, now - receivedAt)} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
