import {
  photogrammetryCalls,
  photogrammetryLimits,
  photogrammetryOutputs,
  type PhotogrammetryOutput,
  type PhotographedFlight,
  type ResponseOf,
} from '@eyrie/domain';
import { Button, Checkbox } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { isUnderWay, useBeginPhotogrammetry } from './photogrammetry.queries.ts';

type Standing = ResponseOf<typeof photogrammetryCalls.query>;

/** Why nothing can be made of the photos of a flight now; null: it can. */
const reasonAgainst = (
  { engine, maxPhotos, list }: Standing,
  flight: PhotographedFlight | undefined,
  outputs: readonly PhotogrammetryOutput[],
  { none, text, figures }: { none: string; text: TextOf; figures: Figures },
): string | null => {
  if (engine !== 'ready') return text(`photogrammetry.engine.${engine}`);
  if (!flight) return none;
  if (outputs.length === 0) return text('photogrammetry.choose');
  if (list.some((one) => one.flightOID === flight.flightOID && isUnderWay(one)))
    return text('photogrammetry.openAlready');
  const most = Math.min(maxPhotos ?? Infinity, photogrammetryLimits.photosMost);
  if (flight.photos > most) return text('photogrammetry.tooMany', { max: figures.amount(most) });
  return null;
};

/** Chooses what is made of the photos of a flight, and has it made; where that is not offered, it says why. */
export function PhotogrammetryForm({
  standing,
  flight,
  none,
}: {
  standing: Standing;
  flight: PhotographedFlight | undefined;
  /** Why there is no flight. */
  none: string;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const { mutate, isPending } = useBeginPhotogrammetry();
  const [outputs, setOutputs] = useState<readonly PhotogrammetryOutput[]>(photogrammetryOutputs);
  const why = reasonAgainst(standing, flight, outputs, { none, text, figures });
  return (
    <Allowed call={photogrammetryCalls.begin}>
      <span className="ey-stack ey-gap-4">
        <span className="ey-flow ey-gap-8">
          <span role="group" aria-label={text('photogrammetry.outputs')} className="ey-flow ey-gap-8">
            {photogrammetryOutputs.map((output) => (
              <Checkbox
                key={output}
                checked={outputs.includes(output)}
                onChange={({ target }) =>
                  setOutputs(target.checked ? [...outputs, output] : outputs.filter((one) => one !== output))
                }
              >
                {text(`photogrammetry.output.${output}`)}
              </Checkbox>
            ))}
          </span>
          <Button
            type="primary"
            loading={isPending}
            disabled={why !== null}
            aria-describedby={id}
            onClick={() => {
              if (flight) mutate({ flightOID: flight.flightOID, outputs: [...outputs] });
            }}
          >
            {text('photogrammetry.make')}
          </Button>
        </span>
        <span id={id} className="layer-hint">
          {flight
            ? text('photogrammetry.photosOf', {
                count: figures.amount(flight.photos),
                size: sizeText(flight.bytes, figures, text),
              })
            : null}{' '}
          {why}
        </span>
      </span>
    </Allowed>
  );
}
