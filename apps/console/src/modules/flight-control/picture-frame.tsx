import { cameraTypes, type ThermalSpot, type ThermalState } from '@eyrie/domain';
import { Segmented, Select } from 'antd';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { frameOrder, frameUses, type FramePlace, type FrameUse } from './frame-order.ts';
import type { Giving } from './payload-order.tsx';
import './picture-frame.css';

type Pointer = PointerEvent<HTMLDivElement>;

const placeOf = ({ currentTarget, clientX, clientY }: Pointer): FramePlace => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
};
const share = (value: number): string => `${value * 100}%`;

/** A temperature where it was measured. */
function Spot({ spot }: { spot: ThermalSpot }): ReactNode {
  const figures = useFigures();
  return (
    <span className="picture-spot" style={{ left: share(spot.x), top: share(spot.y) }}>
      {figures.amount(spot.temperature, '°C', 1)}
    </span>
  );
}

function Measured({ thermal }: { thermal: ThermalState | null }): ReactNode {
  if (!thermal) return null;
  const { point, area } = thermal;
  const spots = [point, area?.coldest ?? null, area?.hottest ?? null].filter((one) => one !== null);
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
      {spots.map((spot) => (
        <Spot key={`${spot.x} ${spot.y}`} spot={spot} />
      ))}
    </>
  );
}

/** The frame of the picture: a point or an area of it is measured, aimed at, zoomed to or focused. */
export function PictureFrame({
  thermal,
  giving,
}: {
  thermal: ThermalState | null;
  giving: Giving;
}): ReactNode {
  const text = useText();
  const { why, onOrder, index } = giving;
  const [use, setUse] = useState<FrameUse>('aim');
  const [lens, setLens] = useState<(typeof cameraTypes)[number]>('wide');
  const from = useRef<FramePlace | null>(null);
  const orderOf = (begin: FramePlace, end: FramePlace) => {
    const order = frameOrder(use, lens, begin, end);
    return order && ([order[0], { payload_index: index, ...order[1] }] as const);
  };
  // Any area will do: what is refused is refused wherever it lies.
  const sample = orderOf({ x: 0.25, y: 0.25 }, { x: 0.75, y: 0.75 });
  const against = sample && why(...sample);
  const down = (event: Pointer): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = placeOf(event);
  };
  const up = (event: Pointer): void => {
    const begin = from.current;
    from.current = null;
    const order = begin && orderOf(begin, placeOf(event));
    if (order && !why(...order)) onOrder(...order);
  };
  return (
    <div role="group" aria-label={text('frame.title')}>
      <Segmented
        size="small"
        aria-label={text('frame.click')}
        value={use}
        options={frameUses.map((value) => ({ value, label: text(`frame.do.${value}`) }))}
        onChange={setUse}
      />
      <Select
        size="small"
        aria-label={text('frame.lens')}
        value={lens}
        options={cameraTypes.map((value) => ({ value, label: text(`payload.lens.${value}`) }))}
        onChange={setLens}
      />
      <div
        className="picture-frame"
        role="img"
        aria-label={text('frame.hint')}
        data-closed={against !== null}
        onPointerDown={down}
        onPointerUp={up}
        onPointerCancel={() => {
          from.current = null;
        }}
      >
        <Measured thermal={thermal} />
      </div>
      <p className="list-hint">{against ? text(against) : text('frame.hint')}</p>
    </div>
  );
}
