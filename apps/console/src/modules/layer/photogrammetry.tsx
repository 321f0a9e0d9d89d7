import { photogrammetryLimits, type PhotogrammetryRecord } from '@eyrie/domain';
import { FilterChoice, Loaded, loadStateOf } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { PhotogrammetryForm } from './photogrammetry-form.tsx';
import { PhotogrammetryTask } from './photogrammetry-task.tsx';
import { usePhotogrammetry, usePhotographedFlights } from './photogrammetry.queries.ts';
import { useFollowProcessing } from './use-layers.ts';
import './layer.css';

function Tasks({ list }: { list: readonly PhotogrammetryRecord[] }): ReactNode {
  const text = useText();
  if (list.length === 0) return <p className="layer-hint">{text('photogrammetry.none')}</p>;
  return (
    <ul className="layer-list" aria-label={text('photogrammetry.list')}>
      {list.map((task) => (
        <PhotogrammetryTask key={task.oid} task={task} />
      ))}
    </ul>
  );
}

/** What an outside engine makes of the photos of a flight that is chosen here, and of others. */
export function Photogrammetry(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const standing = usePhotogrammetry();
  const flights = usePhotographedFlights();
  useFollowProcessing();
  const [chosen, setChosen] = useState('');
  const list = flights.data?.list ?? [];
  const none =
    flights.data?.list.length === 0
      ? text('photogrammetry.flightNone', { min: figures.amount(photogrammetryLimits.photosLeast) })
      : text('photogrammetry.choose');
  return (
    <section className="layer-photogrammetry ey-stack ey-gap-8" aria-label={text('photogrammetry.title')}>
      <h2 className="layer-photogrammetry-title">{text('photogrammetry.title')}</h2>
      <Loaded state={loadStateOf(standing)}>
        {() =>
          standing.data ? (
            <>
              <span className="ey-flow ey-gap-8">
                <FilterChoice
                  label={text('photogrammetry.flight')}
                  value={chosen}
                  width={320}
                  load={loadStateOf(flights)}
                  search
                  options={list.map(({ flightOID, name, dockName, at }) => ({
                    value: flightOID,
                    label: [name, dockName, figures.time(at)].filter(Boolean).join(' · '),
                  }))}
                  onChange={setChosen}
                />
                <PhotogrammetryForm
                  standing={standing.data}
                  flight={list.find(({ flightOID }) => flightOID === chosen)}
                  none={none}
                />
              </span>
              <Tasks list={standing.data.list} />
            </>
          ) : null
        }
      </Loaded>
    </section>
  );
}

/** The same for one flight, beside its other results. */
export function FlightPhotogrammetry({ flightOID }: { flightOID: string }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const standing = usePhotogrammetry(flightOID);
  const flights = usePhotographedFlights(flightOID);
  useFollowProcessing();
  const [flight] = flights.data?.list ?? [];
  const tooFew = text('photogrammetry.tooFew', { min: figures.amount(photogrammetryLimits.photosLeast) });
  return (
    // Photos that could not be counted are not too few.
    <Loaded state={loadStateOf(standing, flights)}>
      {() =>
        standing.data ? (
          <>
            <PhotogrammetryForm standing={standing.data} flight={flight} none={tooFew} />
            {standing.data.list.length > 0 ? <Tasks list={standing.data.list} /> : null}
          </>
        ) : null
      }
    </Loaded>
  );
}
