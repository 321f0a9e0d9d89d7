import type { NearestCandidate } from '@eyrie/domain';
import { useThings, type MapHost } from '@eyrie/map';
import { Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { Button, InputNumber } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { useNearest } from './trajectory.queries.ts';
import './trajectory.css';

interface Spot {
  lng: number;
  lat: number;
}

/** Takes the next click on the map as a place. */
const usePick = (host: MapHost | null, picking: boolean, pick: (place: Spot) => void): void => {
  useEffect(() => {
    if (!host || !picking) return undefined;
    return host.captureClicks(({ place: { lng, lat } }) => pick({ lng, lat }));
  }, [host, picking, pick]);
};

function Candidate({
  found,
  onChoose,
}: {
  found: NearestCandidate;
  onChoose: (dockOID: string) => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const mayArrange = useAllowed('/FlyArrange');
  const { dockOID, dockName, droneName, distance, seconds, percent, percentNeeded, ready, items } = found;
  const battery = figures.amount(percent, '%', 0);
  // What was not checked is not the same as what failed.
  const whyOf = ({ item, reason }: NearestCandidate['items'][number]): string =>
    reason === null ? text(`gate.${item}`) : `${text(`gate.${item}`)} (${text(`gate.reason.${reason}`)})`;
  return (
    <li>
      <button type="button" className="trajectory-row" onClick={() => onChoose(dockOID)}>
        <bdi>{dockName}</bdi>
        <StateSymbol
          state={ready ? 'live' : 'attention'}
          word={text(ready ? 'trajectory.ready' : 'trajectory.notReady')}
        />
        <span className="trajectory-facts ey-flow ey-gap-8 ey-muted">
          <bdi>{droneName ?? text('trajectory.noDrone')}</bdi>
          <span>{figures.length(distance)}</span>
          <span>{text('trajectory.minutes', { minutes: Math.max(1, Math.ceil(seconds / 60)) })}</span>
          <span>
            <bdi>{battery}</bdi> / <bdi>{figures.amount(percentNeeded, '%', 0)}</bdi>
          </span>
        </span>
        {items.length > 0 ? (
          <span className="trajectory-why ey-flow ey-gap-8 ey-muted">{items.map(whyOf).join(' · ')}</span>
        ) : null}
      </button>
      {ready && mayArrange ? (
        <a href={`#/FlyArrange?dock=${encodeURIComponent(dockOID)}`}>{text('trajectory.arrange')}</a>
      ) : null}
    </li>
  );
}

export interface NearestPanelProps {
  host: MapHost | null;
  onChoose: (dockOID: string) => void;
}

/** Which drone is at a place soonest, by a click on the map or typed coordinates, and why others are not ready. */
export function NearestPanel({ host, onChoose }: NearestPanelProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [typed, setTyped] = useState<{ lng: number | null; lat: number | null }>({ lng: null, lat: null });
  const [place, setPlace] = useState<Spot | null>(null);
  const [picking, setPicking] = useState(false);
  const pick = useMemo(
    () => (picked: Spot) => {
      setPicking(false);
      setTyped(picked);
      setPlace(picked);
    },
    [],
  );
  usePick(host, picking, pick);
  const things = useMemo(
    () => (place ? [{ ...place, id: 'target', look: 'attention' as const, plate: true }] : []),
    [place],
  );
  useThings(host, 'nearest-target', things);
  const answer = useNearest(place);
  const { lng, lat } = typed;
  return (
    <>
      <form
        className="trajectory-form ey-flow ey-gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          if (lng !== null && lat !== null) setPlace({ lng, lat });
        }}
      >
        <p>{text('trajectory.nearestHint')}</p>
        <InputNumber
          aria-label={text('field.longitude')}
          placeholder={text('field.longitude')}
          min={-180}
          max={180}
          value={lng}
          onChange={(value) => setTyped({ lng: value, lat })}
        />
        <InputNumber
          aria-label={text('field.latitude')}
          placeholder={text('field.latitude')}
          min={-90}
          max={90}
          value={lat}
          onChange={(value) => setTyped({ lng, lat: value })}
        />
        <Button htmlType="submit" type="primary" disabled={lng === null || lat === null}>
          {text('trajectory.find')}
        </Button>
        <Button aria-pressed={picking} onClick={() => setPicking(!picking)}>
          {text(picking ? 'trajectory.picking' : 'trajectory.pick')}
        </Button>
      </form>
      {place === null ? null : (
        <Loaded state={loadStateOf(answer)}>
          {() => (
            <>
              {answer.data?.list.length === 0 ? <p>{text('trajectory.noDocks')}</p> : null}
              <ol className="trajectory-list">
                {answer.data?.list.map((found) => (
                  <Candidate key={found.dockOID} found={found} onChoose={onChoose} />
                ))}
              </ol>
              <p className="trajectory-note">
                {text('trajectory.estimate', { speed: figures.speed(answer.data?.speed ?? null) })}
              </p>
            </>
          )}
        </Loaded>
      )}
    </>
  );
}
