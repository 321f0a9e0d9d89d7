import {
  cameraTypes,
  type DroneTelemetry,
  type PayloadCommand,
  type PayloadData,
  type ThermalSpot,
  type ThermalState,
} from '@eyrie/domain';
import { Segmented, Select } from 'antd';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { frameOrder, frameUses, type FrameUse } from './frame-order.ts';
import { lensOfPicture, type FramePlace } from './picture-gestures.ts';
import type { Giving } from './payload-order.tsx';
import { useTurning, useWheelZoom } from './use-gestures.ts';
import './picture-frame.css';

type Pointer = PointerEvent<HTMLDivElement>;
type Lens = (typeof cameraTypes)[number];

const placeOf = ({ currentTarget, clientX, clientY }: Pointer): FramePlace => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
};
const share = (value: number): string => `${value * 100}%`;

/** A temperature where it was measured. */
function Spot({ spot }: { spot: ThermalSpot }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <span className="picture-spot" style={{ left: share(spot.x), top: share(spot.y) }}>
      {figures.amount(spot.temperature, text('unit.celsius'), 1)}
    </span>
  );
}

const spotsOf = ({ point, area }: ThermalState): ThermalSpot[] =>
  [point, area?.coldest ?? null, area?.hottest ?? null].filter((one) => one !== null);

function Measured({ thermal }: { thermal: ThermalState }): ReactNode {
  const { area } = thermal;
  return (
    <>
      {area ? (
        <span
          className="picture-area"
          style={{
            left: share(area.x),
            top: share(area.y),
            width: share(area.width),
            height: share(area.height),
          }}
        />
      ) : null}
      {spotsOf(thermal).map((spot) => (
        <Spot key={`${spot.x} ${spot.y}`} spot={spot} />
      ))}
    </>
  );
}

/** Places that were measured in one picture are no places of another: there the temperatures stand without them. */
function Elsewhere({ thermal }: { thermal: ThermalState }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const spots = spotsOf(thermal);
  if (spots.length === 0) return null;
  const temperatures = spots
    .map(({ temperature }) => figures.amount(temperature, text('unit.celsius'), 1))
    .join(' · ');
  return <p className="picture-note">{text('frame.elsewhere', { temperatures })}</p>;
}

const thermalUses: ReadonlySet<FrameUse> = new Set(['point', 'area']);

interface Props {
  camera: DroneTelemetry['camera'];
  /** What the aircraft reports is old, and none of now. */
  old: boolean;
  /** Through which lens the picture below looks, by the device's own word; null: it does not say. */
  lens: string | null;
  giving: Giving;
  /** What the dock of the aircraft has not, is not offered. */
  lacks: (cmd: PayloadCommand) => boolean;
}

/** What a point or an area of the picture means at this moment, and why nothing may be ordered by it. */
const useFrame = ({ lens, giving: { why, index }, lacks }: Props) => {
  const [use, setUse] = useState<FrameUse>('aim');
  const [named, setNamed] = useState<Lens>('wide');
  const shown = lensOfPicture(lens);
  const of = shown ?? named;
  const orderOf = (from: FramePlace, to: FramePlace): readonly [PayloadCommand, PayloadData] | null => {
    const order = frameOrder(use, of, from, to);
    return order && ([order[0], { payload_index: index, ...order[1] }] as const);
  };
  // Any area will do: what is refused is refused wherever it lies.
  const sample = orderOf({ x: 0.25, y: 0.25 }, { x: 0.75, y: 0.75 });
  const other = thermalUses.has(use) && shown !== 'ir';
  const against = other ? 'frame.needsThermal' : sample && why(...sample);
  const uses = frameUses.filter((one) => one !== 'box' || !lacks('camera_frame_zoom'));
  return { use, setUse, uses, lens: of, shown, setNamed, orderOf, against } as const;
};

/** Over the live picture: what was measured stands where it is; a point or an area is measured, aimed at, zoomed to or focused; a wheel zooms, and a drag turns the gimbal. */
export function PictureFrame(props: Props): ReactNode {
  const { camera, old, giving } = props;
  const text = useText();
  const figures = useFigures();
  const { why, onOrder } = giving;
  const frame = useFrame(props);
  const { use, orderOf, against } = frame;
  const from = useRef<FramePlace | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const turning = useTurning(giving);
  const wanted = useWheelZoom(area, frame.lens === 'ir' ? camera.irZoom : camera.zoom, frame.lens, giving);
  const down = (event: Pointer): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = placeOf(event);
    if (use === 'turn' && against === null) turning.begin(from.current);
  };
  const up = (event: Pointer): void => {
    const begin = from.current;
    from.current = null;
    turning.end();
    const order = begin && use !== 'turn' ? orderOf(begin, placeOf(event)) : null;
    if (order && against === null && !why(...order)) void onOrder(...order);
  };
  const thermal = old ? null : camera.thermal;
  return (
    <div className="picture-over" role="group" aria-label={text('frame.title')}>
      <div
        ref={area}
        className="picture-frame"
        role="img"
        aria-label={text('frame.hint')}
        data-closed={against !== null}
        onPointerDown={down}
        onPointerMove={(event) => {
          if (from.current) turning.move(placeOf(event));
        }}
        onPointerUp={up}
        onPointerCancel={() => {
          from.current = null;
          turning.end();
        }}
      >
        {thermal && frame.shown === 'ir' ? <Measured thermal={thermal} /> : null}
      </div>
      <div className="picture-uses ey-row ey-flow ey-gap-6">
        <Segmented
          size="small"
          aria-label={text('frame.click')}
          value={use}
          options={frame.uses.map((value) => ({ value, label: text(`frame.do.${value}`) }))}
          onChange={frame.setUse}
        />
        {frame.shown ? null : (
          <Select
            size="small"
            aria-label={text('frame.lens')}
            value={frame.lens}
            options={cameraTypes.map((value) => ({ value, label: text(`payload.lens.${value}`) }))}
            onChange={frame.setNamed}
          />
        )}
        {wanted === null ? null : <output className="picture-note">{figures.amount(wanted, '×', 1)}</output>}
        <p className="picture-note">{against ? text(against) : text(`frame.how.${use}`)}</p>
        {thermal && frame.shown !== 'ir' ? <Elsewhere thermal={thermal} /> : null}
      </div>
    </div>
  );
}
